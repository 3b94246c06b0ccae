// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/describe_oriented.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "souple/core/suggest.h"
#include "souple/scene/describe_parts.h"

namespace souple {

namespace {

constexpr int most = 4000000;  ///< particles in one direction of a shape

}  // namespace

void describe(Binder& b, SingleParticle& d) {
    b.field("position", d.position, {.unit = "m", .doc = "In the object."});
    b.field("rotation", d.rotation, {.unit = "deg", .doc = "Axis times angle."});
    b.field("velocity", d.velocity, {.unit = "m/s", .doc = "At the start."});
}

void describe(Binder& b, SingleParticles& d) {
    b.about("Particles placed one by one.");
    b.field("particles", d.particles, {.required = true, .min_size = 1, .doc = "In this order."});
}

void describe(Binder& b, RowShape& d) {
    b.about("A row along x; x of a particle points along it, y is the normal.");
    b.field("count", d.count, {.at_least = 1, .at_most = most, .doc = "Particles."});
    b.field("spacing", d.spacing, {.unit = "m", .above = 0, .doc = "Between neighbours."});
}

void describe(Binder& b, RingShape& d) {
    b.about("A circle in the plane of x and y; y of a particle points outwards.");
    b.field("count", d.count, {.at_least = 1, .at_most = most, .doc = "Particles."});
    b.field("radius", d.radius, {.unit = "m", .above = 0, .doc = "Of the circle."});
}

void describe(Binder& b, SpiralShape& d) {
    b.about("A spiral in the plane of x and y, from the inside outwards; y of a particle points outwards.");
    b.field("count", d.count, {.at_least = 1, .at_most = most, .doc = "Particles."});
    b.field("inner_radius", d.inner_radius, {.unit = "m", .above = 0, .doc = "Where it begins."});
    b.field("gap", d.gap, {.unit = "m", .at_least = 0, .doc = "Between turns."});
    b.field("rise", d.rise, {.unit = "m", .doc = "Along z in one turn."});
    b.field("spacing", d.spacing, {.unit = "m", .above = 0, .doc = "Between neighbours."});
}

void describe(Binder& b, SheetShape& d) {
    b.about("A flat sheet in the plane of x and y; z of a particle is the normal.");
    b.field("columns", d.columns, {.at_least = 1, .at_most = most, .doc = "Along x."});
    b.field("rows", d.rows, {.at_least = 1, .at_most = most, .doc = "Along y."});
    b.field("spacing", d.spacing, {.unit = "m", .above = 0, .doc = "Between neighbours."});
    b.field("hexagonal", d.hexagonal, {.doc = "Six neighbours instead of four."});
}

void describe(Binder& b, CylinderShape& d) {
    b.about("A piece of a cylinder around y; z of a particle points outwards, x around.");
    b.field("around", d.around, {.at_least = 1, .at_most = most, .doc = "Particles around."});
    b.field("along", d.along, {.at_least = 1, .at_most = most, .doc = "Particles along the axis."});
    b.field("radius", d.radius, {.unit = "m", .above = 0, .doc = "Of the cylinder."});
    b.field("angle", d.angle,
            {.unit = "deg", .above = 0, .at_most = 360, .doc = "From the first to the last; 360: closed."});
    b.field("spacing", d.spacing, {.unit = "m", .above = 0, .doc = "Along the axis."});
}

void describe(Binder& b, SphereShape& d) {
    b.about("A sphere; z of a particle points outwards.");
    b.field("count", d.count, {.at_least = 1, .at_most = most, .doc = "Particles."});
    b.field("radius", d.radius, {.unit = "m", .above = 0, .doc = "Of the sphere."});
}

void describe(Binder& b, BundleShape& d) {
    b.about("Fibres along z, packed in a hexagon.");
    b.field("layers", d.layers, {.at_least = 0, .at_most = 1000, .doc = "Around the fibre in the middle."});
    b.field("along", d.along, {.at_least = 1, .at_most = most, .doc = "Particles of a fibre."});
    b.field("across", d.across, {.unit = "m", .above = 0, .doc = "Between fibres."});
    b.field("spacing", d.spacing, {.unit = "m", .above = 0, .doc = "Along a fibre."});
}

void describe(Binder& b, BlockShape& d) {
    b.about("A box full of particles.");
    b.field("counts", d.counts, {.at_least = 1, .at_most = 10000, .doc = "Along x, y and z."});
    b.field("spacing", d.spacing, {.unit = "m", .above = 0, .doc = "Between neighbours."});
    b.field("jitter", d.jitter, {.unit = "m", .at_least = 0, .doc = "Shift at random along each axis."});
}

void describe(Binder& b, InteractionDef& d) {
    OrientedLaw& law = d.law;
    b.about("One interaction of a law: what a particle does to its neighbours.");
    b.field("law", law.kind, {.required = true, .doc = "Which one."});
    b.field("form", law.form, {.doc = "From an energy, or as the source prints it."});
    b.field("weight", law.weight, {.doc = "Times everything."});
    b.field("range", d.range, {.unit = "m", .above = 0, .doc = "Beyond it there is nothing."});
    b.field("range_along", d.range_along,
            {.unit = "m", .above = 0, .doc = "The same along each axis of the particle."});
    b.field("rest", d.rest, {.unit = "m", .above = 0, .doc = "Rest distance."});
    b.field("rest_along", d.rest_along,
            {.unit = "m", .above = 0, .doc = "The same along each axis of the particle."});
    b.field("stretch", d.stretch,
            {.above = 0, .doc = "Of rest distance and range along z; across, their product stays."});
    b.field("axis", law.axis, {.doc = "Which direction of the particle is the normal, or the fibre."});
    b.field("direction", law.direction, {.doc = "First principal direction, across the axis."});
    b.field("amplitude", law.amplitude, {.at_least = 0, .doc = "E0 of attraction, k of friction."});
    b.field("alpha", law.alpha, {.unit = "1/m^2", .at_least = 0, .doc = "cohesion: narrows its range."});
    b.field("exponent", law.exponent, {.above = 0, .doc = "lennard_jones, globule: n."});
    b.field("repulsion", law.repulsion,
            {.above = 0, .doc = "spline_cohesion: of the repelling half [N]; globule: exponent m."});
    b.field("peak", law.peak,
            {.above = 1, .doc = "spline_cohesion: strongest here, over the rest distance."});
    b.field("radius", law.radius, {.unit = "m", .doc = "sphere_of_radius; negative: seen from inside."});
    b.field("curvature", d.curvature,
            {.unit = "1/m", .doc = "shape: along direction and across; default: those of the object."});
    b.field("linear", law.linear,
            {.at_least = 0, .doc = "friction proportional to speed; globule: damping [kg/s]."});
    b.field("objective", law.objective, {.doc = "friction: blind to common rotation."});
    b.field("temperature", law.temperature,
            {.at_least = 0, .at_most = 2, .doc = "globule: 0 clay, 1 sand, 2 fluid."});
    b.field("activation", law.activation, {.at_least = 0, .at_most = 1, .doc = "fibre: how hard it pulls."});
    b.field("shortening_speed", law.shortening_speed,
            {.unit = "1/s", .above = 0, .doc = "fibre: in lengths per second; faster, it cannot pull."});
    const char* fault = fault_of(law_of(d, {0, 0}));
    b.check(fault == nullptr, fault ? fault : "");
}

void describe(Binder& b, LawDef& d) {
    b.about("A law: a weighted list of interactions, and whom it holds to.");
    b.field("name", d.name, {.min_size = 1, .doc = "What objects call it."});
    b.field("hinge", d.hinge, {.doc = "Holds to particles of every type, by attraction only."});
    b.field("type", d.type, {.doc = "Particles of one type hold to each other; default: the law's name."});
    b.field("interactions", d.interactions, {.required = true, .min_size = 1, .doc = "Added up."});
}

void describe(Binder& b, OtherLawDef& d) {
    b.field("law", d.law, {.required = true, .doc = "By name."});
    b.field("particles", d.particles, {.at_least = 0, .required = true, .doc = "Counted in the object."});
}

void describe(Binder& b, OrientedObjectDef& d) {
    b.about("Particles that belong together; those of other objects only repel.");
    b.field("name", d.name, {.doc = "For paths."});
    b.field("law", d.law, {.doc = "By name; default: the first."});
    b.field("others", d.others, {.doc = "Particles with another law."});
    b.field("shape", d.shape, {.required = true, .doc = "Where they stand at the start."});
    b.field("position", d.position, {.unit = "m", .doc = "In part coordinates."});
    b.field("rotation", d.rotation, {.unit = "deg", .doc = "Axis times angle."});
    b.field("velocity", d.velocity, {.unit = "m/s", .doc = "Of all at the start."});
    b.field("spin", d.spin, {.unit = "rad/s", .doc = "Of the whole about its position."});
    b.field("mass", d.mass, {.unit = "kg", .above = 0, .doc = "Of each particle."});
    b.field("inertia", d.inertia, {.unit = "kg m^2", .above = 0, .doc = "Of each particle."});
    b.field("skin", d.skin, {.doc = "Its own instead of the part's."});
    b.field("object", d.object, {.doc = "Entries with the same number hold together; default: its own."});
}

void describe(Binder& b, HeatDef& d) {
    b.field("particles", d.particles, {.at_least = 0, .doc = "Counted in the part; all when empty."});
    b.field("temperature", d.temperature, {.unit = "K", .doc = "At the start."});
}

void describe(Binder& b, MeltingSprings& d) {
    b.about("Springs along the bonds that soften, melt and conduct heat.");
    b.field("stiffness", d.stiffness, {.unit = "N/m", .at_least = 0, .doc = "When cold; 0: none."});
    b.field("softens_at", d.softens_at, {.unit = "K", .doc = "From here on the stiffness falls,"});
    b.field("melts_at", d.melts_at, {.unit = "K", .doc = "and here it is gone and the bond breaks."});
    b.field("conduction", d.conduction, {.unit = "1/s", .at_least = 0, .doc = "How fast heat is shared."});
    b.check(d.melts_at > d.softens_at, "a spring softens before it melts");
}

void describe(Binder& b, OrientedDef& d) {
    b.about("Deformable objects of oriented particles that remember their shape.");
    describe_part(b, d.part);
    b.field("laws", d.laws, {.required = true, .min_size = 1, .doc = "What particles do to each other."});
    b.field("objects", d.objects, {.required = true, .min_size = 1, .doc = "What is made of them."});
    b.field("neighbourhood", d.settings.neighbourhood,
            {.doc = "free: whoever is in range; bonded: who was at the start, until the bond breaks."});
    b.field("break_stretch", d.settings.break_stretch,
            {.above = 1, .doc = "bonded: breaks at this many times the length at the start."});
    b.field("melting", d.settings.melting, {.doc = "bonded: springs that melt."});
    b.field("heat", d.heat, {.doc = "Temperatures at the start, for melting."});
    b.field("drag", d.settings.drag, {.unit = "kg/s", .at_least = 0, .doc = "Of the medium, per particle."});
    b.field("spin_drag", d.settings.spin_drag,
            {.unit = "N m s", .at_least = 0, .doc = "The same on its turning."});
    b.field("obstacle_stiffness", d.settings.obstacle_stiffness,
            {.unit = "N/m", .at_least = 0, .doc = "Penalty where a centre is inside an obstacle; 0: none."});
    b.field("obstacle_damping", d.settings.obstacle_damping,
            {.unit = "kg/s", .at_least = 0, .doc = "The same against the approach."});
    b.field("body_radius", d.body_radius,
            {.unit = "m", .at_least = 0, .doc = "Balls that touch rigid bodies and obstacles; 0: none."});
    b.field("planar", d.settings.planar, {.doc = "Moves in x and y and turns about z only."});
    b.field("keeps_volume", d.settings.keeps_volume,
            {.doc = "Rest distances across a fibre follow its stretch, so that its volume stays."});
    b.field("skin", d.skin, {.doc = "Around every object; none when it is not given."});
    b.field("forces", d.forces, {.doc = "Forces and torques held on particles, by number in the part."});
    std::set<std::string_view> known;
    for (const LawDef& law : d.laws) known.insert(law.name);
    for (const OrientedObjectDef& object : d.objects)
        for (std::size_t k = 0; k <= object.others.size(); ++k) {
            const std::string& name = k == 0 ? object.law : object.others[k - 1].law;
            if (!name.empty() && !known.contains(name))
                b.check(false, fmt::format("no law is named '{}'; {}", name,
                                           suggestion(name, {known.begin(), known.end()}, "laws")));
        }
}

}  // namespace souple
