// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/material_spot.h"

#include <limits>

#include "souple/geometry/distance.h"

namespace souple {

namespace {

/// [m^2] no place of a triangle is nearer than this: that to the box around it.
Real squared_distance_to_box(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 low = a.cwiseMin(b).cwiseMin(c), high = a.cwiseMax(b).cwiseMax(c);
    return (p - p.cwiseMax(low).cwiseMin(high)).squaredNorm();
}

}  // namespace

MaterialPoint spot_nearest_to(const Model& model, Range triangles, const Vec3& rest) {
    MaterialPoint best;
    Real best_distance = std::numeric_limits<Real>::max();
    for (int t = triangles.begin; t < triangles.end(); ++t) {
        const Nodes<3>& n = model.triangles[t];
        const Vec3 &a = model.point_rest[n[0]], &b = model.point_rest[n[1]], &c = model.point_rest[n[2]];
        constexpr Real rounding = 1 - 1e-9;  // one that is just as near and comes later is not nearer
        if (rounding * squared_distance_to_box(rest, a, b, c) > best_distance) continue;
        const auto found = closest_on_triangle(rest, a, b, c);
        const Real distance = (found.point - rest).squaredNorm();
        if (distance >= best_distance) continue;
        best_distance = distance;
        best = {.nodes = n, .weights = found.weights};
    }
    return best;
}

}  // namespace souple
