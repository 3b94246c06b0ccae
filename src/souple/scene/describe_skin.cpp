// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What scene files may say about the implicit skins of oriented particles.
#include "souple/core/errors.h"
#include "souple/scene/describe_oriented.h"

namespace souple {

namespace {

constexpr FieldOptions place_options{.unit = "m", .doc = "In the particle's axes."};
constexpr FieldOptions turn_options{.unit = "deg", .doc = "Axis times angle."};
constexpr FieldOptions stretch_options{.above = 0,
                                       .doc = "The field reaches this many times as far along each axis."};

/// Why the field makes no sense; empty when it does.
std::string fault_of(const SkinDef& d) {
    try {
        check(d, "the skin");
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

}  // namespace

void describe(Binder& b, PointSkeleton& d) {
    b.about("A point: the skin is a ball, or an ellipsoid when its field is stretched.");
    b.field("position", d.position, place_options);
    b.field("stretch", d.stretch, stretch_options);
}

void describe(Binder& b, SegmentSkeleton& d) {
    b.about("A segment: the skin is a capsule.");
    b.field("from", d.from, place_options);
    b.field("to", d.to, place_options);
}

void describe(Binder& b, SquareSkeleton& d) {
    b.about("A rectangle across its z axis: the skin is a rounded slab.");
    b.field("size", d.size, {.unit = "m", .at_least = 0, .doc = "Whole sides along its x and y."});
    b.field("position", d.position, place_options);
    b.field("rotation", d.rotation, turn_options);
    b.field("stretch", d.stretch, stretch_options);
}

void describe(Binder& b, CubeSkeleton& d) {
    b.about("A box: the skin is a rounded box.");
    b.field("size", d.size, {.unit = "m", .at_least = 0, .doc = "Whole sides."});
    b.field("position", d.position, place_options);
    b.field("rotation", d.rotation, turn_options);
    b.field("stretch", d.stretch, stretch_options);
}

void describe(Binder& b, SkinDef& d) {
    b.about("An elastic skin around the particles, which meets other skins, bodies and obstacles.");
    b.field("skeleton", d.skeleton, {.min_size = 1, .doc = "What every particle carries."});
    b.field("thickness", d.thickness, {.unit = "m", .above = 0, .doc = "From a skeleton alone to its skin."});
    b.field("range", d.range,
            {.unit = "m", .above = 0, .doc = "How far a skeleton acts; default: twice the thickness."});
    b.field(
        "slope", d.slope,
        {.unit = "1/m", .above = 0, .doc = "Of the field at the skin; default: 2 / (range - thickness)."});
    b.field("stiffness", d.stiffness, {.unit = "Pa/m", .above = 0, .doc = "Pressure over depth."});
    b.field("friction", d.friction, {.at_least = 0, .doc = "Coulomb's coefficient."});
    b.field("damping", d.damping,
            {.unit = "s/m", .at_least = 0, .doc = "Growth of the pressure with the speed of approach."});
    b.field("slip_speed", d.slip_speed,
            {.unit = "m/s", .above = 0, .doc = "Slower sliding meets less than full friction."});
    b.field(
        "seed_spacing", d.seed_spacing,
        {.unit = "m", .above = 0, .doc = "Between places that feel contact; default: half the thickness."});
    b.field("cell", d.cell,
            {.unit = "m", .above = 0, .doc = "Of the drawn triangles; default: a fifth of the thickness."});
    b.field("keeps_volume", d.keeps_volume, {.doc = "Pieces keep the volume of the particles in them."});
    b.field("volume_passes", d.volume_passes,
            {.at_least = 1, .at_most = 100, .doc = "How often it is corrected in an interval."});
    const std::string fault = fault_of(d);
    b.check(fault.empty(), fault);
}

}  // namespace souple
