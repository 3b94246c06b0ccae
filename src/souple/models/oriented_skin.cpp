// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/oriented_skin.h"

#include <algorithm>

#include "souple/implicit/skin_volume.h"
#include "souple/math/degrees.h"

namespace souple {

namespace {

FieldLaw field_law_of(const SkinDef& def) {
    FieldLaw law;
    law.thickness = def.thickness;
    law.range = def.range.value_or(2 * def.thickness);
    law.slope = def.slope.value_or(2 / (law.range - law.thickness));
    return law;
}

struct PrimitiveMaker {
    const FieldLaw& law;

    SkinPrimitive operator()(const PointSkeleton& d) const {
        SkinPrimitive primitive = point_skeleton(d.position, law);
        primitive.stretch = d.stretch;
        return primitive;
    }
    SkinPrimitive operator()(const SegmentSkeleton& d) const { return segment_skeleton(d.from, d.to, law); }
    SkinPrimitive operator()(const SquareSkeleton& d) const {
        const Pose pose{d.position, rotation_from_degrees(d.rotation)};
        SkinPrimitive primitive = square_skeleton(pose, d.size[0] / 2, d.size[1] / 2, law);
        primitive.stretch = d.stretch;
        return primitive;
    }
    SkinPrimitive operator()(const CubeSkeleton& d) const {
        const Pose pose{d.position, rotation_from_degrees(d.rotation)};
        SkinPrimitive primitive = cube_skeleton(pose, d.size / 2, law);
        primitive.stretch = d.stretch;
        return primitive;
    }
};

void add_particles(const SkinnedParticles& entry, Real spacing, FrameSkin& skin) {
    const FieldLaw law = field_law_of(*entry.skin);
    std::vector<SkinPrimitive> skeleton;
    for (const SkeletonDef& piece : entry.skin->skeleton)
        skeleton.push_back(std::visit(PrimitiveMaker{law}, piece));
    const std::vector<SkinSeed> seeds = sample_skeletons(skeleton, spacing);
    for (int f = entry.frames.begin; f < entry.frames.end(); ++f) {
        const int carrier = static_cast<int>(skin.frames.size());
        skin.frames.push_back(f);
        for (SkinPrimitive primitive : skeleton) {
            primitive.carrier = carrier;
            skin.primitives.push_back(primitive);
        }
        for (SkinSeed seed : seeds) {
            seed.carrier = carrier;
            skin.seeds.push_back(seed);
        }
    }
}

void note_rest_volume(const World& world, FrameSkin& skin) {
    std::vector<Pose> carriers;
    for (const int f : skin.frames) carriers.push_back({world.state.frames.x[f], world.state.frames.q[f]});
    VolumeKeeper keeper;
    note_volume(keeper, skin.primitives, skin.seeds, carriers);
    skin.rest_volume = keeper.rest;
}

FrameSkin make_skin(const World& world, int part, std::span<const SkinnedParticles> entries,
                    const SkinnedParticles& first) {
    const SkinDef& def = *first.skin;
    FrameSkin skin;
    skin.name = first.name;
    skin.part = part;
    skin.pressure = def.stiffness / field_law_of(def).slope;
    skin.feel = {def.friction, def.damping, def.slip_speed};
    skin.cell = def.cell.value_or(def.thickness / 5);
    skin.volume_passes = def.volume_passes;
    for (const SkinnedParticles& entry : entries)
        if (entry.object == first.object)
            add_particles(entry, entry.skin->seed_spacing.value_or(entry.skin->thickness / 2), skin);
    if (def.keeps_volume) note_rest_volume(world, skin);
    return skin;
}

}  // namespace

void check(const SkinDef& def, const std::string& name) { check(field_law_of(def), name); }

void add_skins(World& world, int part, std::span<const SkinnedParticles> entries) {
    for (std::size_t k = 0; k < entries.size(); ++k) {
        check(*entries[k].skin, "skin of '" + entries[k].name + "'");
        const bool fresh = std::none_of(entries.begin(), entries.begin() + k, [&](const SkinnedParticles& e) {
            return e.object == entries[k].object;
        });
        if (fresh) world.model.skins.push_back(make_skin(world, part, entries, entries[k]));
    }
}

}  // namespace souple
