// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A triangle mesh as two plain arrays, its edges, and a few meshes to start from.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "souple/math/types.h"

namespace souple {

/// Triangles are counter-clockwise seen from outside.
struct TriangleMesh {
    std::vector<Vec3> points;                   ///< [m]
    std::vector<std::array<int, 3>> triangles;  ///< indices of points
};

/// Throws InputError naming the first problem and its index: nothing there, a point that is not finite,
/// an index out of range.
void check_indices(const TriangleMesh& mesh, const std::string& name);

/// As check_indices, and refuses triangles with a repeated index or no area.
void check(const TriangleMesh& mesh, const std::string& name);

/// An edge and what lies on both sides of it. The left triangle runs from a to b.
struct MeshEdge {
    int a = -1, b = -1;
    int left = -1, right = -1;  ///< triangles; right is -1 at a border
    int left_vertex = -1,
        right_vertex = -1;  ///< the vertices opposite to the edge; right_vertex is -1 at a border
};

/// Every edge once, ordered by (smaller index, larger index); left is the triangle of smaller number.
/// Throws TopologyError for an edge with more than two triangles.
std::vector<MeshEdge> edges_of(const TriangleMesh& mesh);

Real area(const TriangleMesh& mesh, int triangle);  ///< [m^2]
/// Area nearest to each corner of a triangle (004 F4.21); the three sum to the triangle's area.
Vec3 voronoi_areas(const Vec3& p, const Vec3& q, const Vec3& r);
Vec3 normal(const TriangleMesh& mesh, int triangle);  ///< unit, zero for a triangle without area
Real signed_volume(const TriangleMesh& mesh);         ///< [m^3], positive for a closed mesh seen from outside

/// Whether every edge joins two triangles that agree about their orientation.
bool is_closed(const TriangleMesh& mesh);

/// Merges points that coincide in every frame (all frames have the same number of points), rewrites the
/// triangles and drops those that collapse. File formats split points where a texture has a seam. Returns the
/// new number of each point.
std::vector<int> weld(std::vector<std::vector<Vec3>>& frames, std::vector<std::array<int, 3>>& triangles);

/// A rectangle of columns x rows cells in the plane y = 0, centred at the origin, facing +Y. Sizes in [m].
TriangleMesh make_grid(int columns, int rows, Real size_x, Real size_z);
/// An icosahedron, each triangle cut in four `subdivisions` times, its points on the sphere. Radius in [m].
TriangleMesh make_icosphere(Real radius, int subdivisions);
/// Twelve triangles around the origin. Half sizes in [m].
TriangleMesh make_box_mesh(const Vec3& half_size);

}  // namespace souple
