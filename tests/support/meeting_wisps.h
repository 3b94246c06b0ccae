// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Wisps that meet, for tests; closest places of two segments and the rules of their answers in plain words.
#pragma once

#include <algorithm>
#include <cmath>

#include "souple/core/rng.h"
#include "souple/dynamics/hair/answer_wisps.h"
#include "souple/dynamics/hair/meet_wisps.h"
#include "souple/dynamics/scratch.h"
#include "support/hair_world.h"

namespace souple {

inline Vec3 random_normal(Rng& rng) { return Vec3(rng.normal(), rng.normal(), rng.normal()); }

/// Two wisps that cross in the middle of their sections, 5 mm apart with a radius of 4 mm: thin sections.
inline World thin_crossing(WispSearch search, WispResponse response) {
    HairDef def = test_hair();
    def.radius = 0.004;
    def.contact.search = search;
    def.contact.response = response;
    def.roots = {{Vec3(-0.105, 0, 0), Vec3(1, 0, 0)}, {Vec3(0, 0.005, -0.105), Vec3(0, 0, 1)}};
    World world = hair_world(def);
    world.model.gravity.setZero();
    for (int i = 12; i < 20; ++i) world.state.v[i] = Vec3(0.01, -1, 0.02);
    return world;
}

inline int contacts_found(World& world) {
    prepare(world.model, *world.scratch);
    find_wisp_contacts(world.model, world.control, world.model.hair[0], world.state, world.scratch->hair[0]);
    return contact_count(world.scratch->hair[0]);
}

/// Closest places of two segments, as fractions.
struct ClosestFractions {
    Real s = 0, t = 0;
};

inline ClosestFractions closest_on_segments(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
    const Vec3 d = a1 - a0, e = b1 - b0, r = a0 - b0;
    const Real dd = d.squaredNorm(), ee = e.squaredNorm(), er = e.dot(r), dr = d.dot(r), de = d.dot(e);
    const auto unit = [](Real f) { return std::clamp<Real>(f, 0, 1); };
    const Real under = dd * ee - de * de;
    const Real start = under > 1e-12 * dd * ee ? unit((de * er - dr * ee) / under) : 0.5;
    const Real t = unit((de * start + er) / ee);
    return {unit((de * t - dr) / dd), t};
}

/// How a pair answers.
enum class WispMeeting { Nothing, Rub, Collide };

/// The criterion of 001 W5.4.
inline WispMeeting kind_of_meeting(const WispContactRule& rule, const Vec3& along_a, const Vec3& along_b,
                                   const Vec3& relative) {
    const Vec3 across = across_both(along_a, along_b, along_a.squaredNorm() * along_b.squaredNorm());
    const Real through = std::abs(across.dot(relative));
    if (through == 0 || through < rule.threshold * relative.norm())
        return rule.interpenetrate ? WispMeeting::Rub : WispMeeting::Nothing;
    return rule.collide ? WispMeeting::Collide : WispMeeting::Nothing;
}

/// What rubbing for h [s] makes of a relative velocity (001 W5.5, W5.7).
inline Vec3 rubbed(const Vec3& along_a, const Vec3& along_b, const Vec3& relative, Real viscosity, Real h) {
    const Vec3 across = across_both(along_a, along_b, along_a.squaredNorm() * along_b.squaredNorm());
    return std::exp(-viscosity * h) * (relative - across.dot(relative) * across);
}

}  // namespace souple
