// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Each triangle becomes three around its centre (004 F4.20): a way to refine that the source tried and
// rejects, because triangles become ever flatter and edges are never divided. Kept to show it.
#pragma once

#include "souple/geometry/triangle_mesh.h"

namespace souple {

inline TriangleMesh divide_at_centres(const TriangleMesh& mesh) {
    TriangleMesh divided;
    divided.points = mesh.points;
    for (const auto& [a, b, c] : mesh.triangles) {
        const int centre = static_cast<int>(divided.points.size());
        divided.points.push_back((mesh.points[a] + mesh.points[b] + mesh.points[c]) / 3);
        divided.triangles.push_back({a, b, centre});
        divided.triangles.push_back({b, c, centre});
        divided.triangles.push_back({c, a, centre});
    }
    return divided;
}

}  // namespace souple
