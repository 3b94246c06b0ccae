// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Which triangles are crossed, by comparing all with all.
#pragma once

#include <algorithm>

#include "souple/dynamics/world.h"
#include "souple/geometry/crossing.h"
#include "souple/geometry/distance.h"

namespace souple {

/// Whether a side lies at a triangle at rest, where levels of a refined sheet meet: they are one sheet there.
inline bool is_junction_at_rest(const World& world, int a, int b, const Nodes<3>& other) {
    const auto& rest = world.model.point_rest;
    const auto is_between = [&](int i) {
        const auto& all = world.model.interpolated;
        return std::any_of(all.begin(), all.end(), [i](const Interpolated& one) { return one.node == i; });
    };
    constexpr Real rounding = 1e-12;
    for (const int i : {a, b})
        if (is_between(i) &&
            (closest_on_triangle(rest[i], rest[other[0]], rest[other[1]], rest[other[2]]).point - rest[i])
                    .norm() < rounding)
            return true;
    for (const int i : other) {
        const Vec3 along = rest[b] - rest[a], to = rest[i] - rest[a];
        const Real share = to.dot(along) / along.squaredNorm();
        if (is_between(i) && share > 0 && share < 1 && (to - share * along).norm() < rounding) return true;
    }
    return false;
}

/// Every side of every triangle against every other triangle.
inline int brute_force_crossings(const World& world) {
    const auto& triangles = world.model.triangles;
    const auto& x = world.state.x;
    int count = 0;
    for (const Nodes<3>& sides : triangles)
        for (const Nodes<3>& other : triangles)
            for (int k = 0; k < 3; ++k) {
                const int a = sides[k], b = sides[(k + 1) % 3];
                const auto is_corner = [&](int i) {
                    return std::find(other.begin(), other.end(), i) != other.end();
                };
                if (is_corner(a) || is_corner(b)) continue;
                if (pierces(x[a], x[b], {x[other[0]], x[other[1]], x[other[2]]}) &&
                    !is_junction_at_rest(world, a, b, other))
                    ++count;
            }
    return count;
}

}  // namespace souple
