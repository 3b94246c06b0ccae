// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What can be said of a mesh before it is used: its size, whether it is closed, its borders and holes.
#pragma once

#include <string>
#include <vector>

#include "souple/geometry/aabb.h"
#include "souple/geometry/triangle_mesh.h"

namespace souple {

/// A closed path along sides that have a triangle on one hand only.
struct MeshBorder {
    std::vector<int> points;
    Real length = 0;             ///< [m]
    Vec3 centre = Vec3::Zero();  ///< [m] mean of its points
};

struct MeshReport {
    Aabb box;         ///< [m]
    Real area = 0;    ///< [m^2]
    Real volume = 0;  ///< [m^3] of a closed mesh; negative when its triangles are clockwise outside
    Real mean_edge = 0, shortest_edge = 0, longest_edge = 0;  ///< [m]
    std::size_t components = 0;                               ///< pieces that no edge joins
    bool is_closed = false;
    std::vector<MeshBorder> borders;  ///< the longest first
    /// Borders beside the longest one of each component. A sheet has none, a closed surface neither, a sleeve
    /// one.
    std::size_t holes = 0;
    std::vector<std::string> hints;  ///< what a person may want to mend, in words
};

/// The mesh must pass check_indices.
MeshReport inspect(const TriangleMesh& mesh);

}  // namespace souple
