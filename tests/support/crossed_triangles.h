// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Which triangles are crossed, by comparing all with all.
#pragma once

#include <algorithm>

#include "souple/dynamics/world.h"
#include "souple/geometry/crossing.h"

namespace souple {

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
                count += pierces(x[a], x[b], {x[other[0]], x[other[1]], x[other[2]]}) ? 1 : 0;
            }
    return count;
}

}  // namespace souple
