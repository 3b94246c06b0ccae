// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Who is next to whom on a closed surface, and the normal that tells inside from outside at corners and
// sides.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "souple/geometry/triangle_mesh.h"

namespace souple {

/// Empty, but for `closed`, when the surface is open: then there is no inside.
struct SurfaceTopology {
    bool closed = false;
    Real orientation = 1;                    ///< -1 when the triangles are clockwise seen from outside
    std::vector<std::array<int, 3>> across;  ///< the triangle beyond the side from corner k to corner k + 1
    std::vector<int> fan_begin, fan;         ///< triangles of point i: fan[fan_begin[i], fan_begin[i + 1])
};

SurfaceTopology topology_of(const TriangleMesh& mesh);

/// The face's normal inside a triangle, the sum of two on a side, the sum weighted by angles at a corner: the
/// sign of its product with p - foot is right for every p [Baerentzen and Aanaes 2005]. Not of unit length.
/// point(i) gives the position of point i.
template <class PointAt>
Vec3 pseudonormal(const SurfaceTopology& topology, const std::vector<std::array<int, 3>>& triangles,
                  const PointAt& point, int triangle, const Vec3& weights) {
    const auto face = [&](int t) {
        const auto& [a, b, c] = triangles[t];
        return Vec3((point(b) - point(a)).cross(point(c) - point(a)).normalized());
    };
    const int zeros = (weights[0] == 0) + (weights[1] == 0) + (weights[2] == 0);
    if (zeros == 0 || !topology.closed) return topology.orientation * face(triangle);
    if (zeros == 1) {
        const int side = weights[0] == 0 ? 1 : weights[1] == 0 ? 2 : 0;
        return topology.orientation * (face(triangle) + face(topology.across[triangle][side]));
    }
    const int corner = triangles[triangle][weights[0] != 0 ? 0 : weights[1] != 0 ? 1 : 2];
    Vec3 sum = Vec3::Zero();
    for (int k = topology.fan_begin[corner]; k < topology.fan_begin[corner + 1]; ++k) {
        const auto& t = triangles[topology.fan[k]];
        const int place = t[0] == corner ? 0 : t[1] == corner ? 1 : 2;
        const Vec3 u = point(t[(place + 1) % 3]) - point(corner),
                   v = point(t[(place + 2) % 3]) - point(corner);
        sum += std::atan2(u.cross(v).norm(), u.dot(v)) * face(topology.fan[k]);
    }
    return topology.orientation * sum;
}

}  // namespace souple
