// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Small objects with skins and seeds, posed and ready to be pressed.
#pragma once

#include <vector>

#include "souple/implicit/skin_contact.h"
#include "support/finite_differences.h"

namespace souple {

inline constexpr FieldLaw ball_law{.thickness = 0.5, .range = 0.9, .slope = 4};
inline constexpr Real pressure = 2000;  // [Pa]

/// Carriers with skeletons, posed and sampled.
struct SkinObject {
    std::vector<SkinPrimitive> primitives;
    std::vector<Pose> carriers;
    std::vector<Vec3> x, v, w;
    SkinField field;
    std::vector<SkinSeed> seeds;
    std::vector<SeedPlace> places;
    CarrierLoads loads;

    void settle(Real spacing, StrayedSeeds strayed = StrayedSeeds::BroughtToBorder) {
        x.clear();
        for (const Pose& pose : carriers) x.push_back(pose.position);
        if (v.size() != x.size()) v = w = std::vector<Vec3>(x.size(), Vec3::Zero());
        if (seeds.empty()) seeds = sample_skeletons(primitives, spacing);
        pose_field(field, primitives, carriers);
        follow_skin(field, seeds, carriers, strayed, places);
        loads.reset(x.size());
    }
    TouchingSkin touching(Real p = pressure) const { return {{&field, p}, seeds, places, x, v, w}; }
};

inline SkinObject balls(const std::vector<Vec3>& centres, Real spacing) {
    SkinObject object;
    for (const Vec3& centre : centres) {
        object.primitives.push_back(point_skeleton(Vec3::Zero(), ball_law));
        object.primitives.back().carrier = static_cast<int>(object.carriers.size());
        object.carriers.push_back({centre, Quat::Identity()});
    }
    object.settle(spacing);
    return object;
}

/// Cubes and points, turned, on several carriers each.
inline SkinObject lumps(const Vec3& centre, std::uint64_t seed) {
    Rng rng{seed};
    SkinObject object;
    for (int i = 0; i < 5; ++i) {
        SkinPrimitive one = point_skeleton(Vec3::Zero(), ball_law);
        for (int side = 0; side < i % 4; ++side) one.half_size[side] = 0.25;
        one.carrier = i;
        object.primitives.push_back(one);
        object.carriers.push_back({centre + 0.5 * random_vector(rng), random_rotation(rng)});
        object.v.push_back(random_vector(rng));
        object.w.push_back(random_vector(rng));
    }
    object.settle(0.15);
    return object;
}

}  // namespace souple
