// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The rectangular grid of a cloth: its mesh, masses, springs and named edges.
#pragma once

#include <string>
#include <vector>

#include "souple/models/cloth.h"

namespace souple {

/// A cloth without a mesh of its own is a grid.
inline bool is_grid(const ClothDef& def) { return def.mesh.triangles.empty(); }

TriangleMesh grid_mesh(const ClothDef& def);
/// Density times the part of the sheet nearest to each point: quarters of squares (004 F4.12).
std::vector<Real> grid_masses(const ClothDef& def);
/// Sides and both diagonals of each square; k = K / l0 with one K, borders halved (004 F4.13, F4.14).
void add_grid_springs(World& world, const ClothDef& def, int first_point);
/// Ids of the points on "top", "bottom", "left", "right", "corners" or "border".
std::vector<int> grid_edge_points(const ClothDef& def, const std::string& edge);

}  // namespace souple
