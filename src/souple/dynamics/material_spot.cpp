// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/material_spot.h"

#include <limits>

#include "souple/geometry/distance.h"

namespace souple {

MaterialPoint spot_nearest_to(const Model& model, Range triangles, const Vec3& rest) {
    MaterialPoint best;
    Real best_distance = std::numeric_limits<Real>::max();
    for (int t = triangles.begin; t < triangles.end(); ++t) {
        const Nodes<3>& n = model.triangles[t];
        const auto found =
            closest_on_triangle(rest, model.point_rest[n[0]], model.point_rest[n[1]], model.point_rest[n[2]]);
        const Real distance = (found.point - rest).squaredNorm();
        if (distance >= best_distance) continue;
        best_distance = distance;
        best = {.nodes = n, .weights = found.weights};
    }
    return best;
}

}  // namespace souple
