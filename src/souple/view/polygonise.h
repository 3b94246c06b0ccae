// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A closed surface around where a field is negative.
#pragma once

#include <functional>

#include "souple/geometry/aabb.h"
#include "souple/geometry/triangle_mesh.h"

namespace souple {

/// Marching tetrahedra on a lattice over the box with `cells` along its longest side: six tetrahedra to a
/// cell, so the surface has no ambiguous case and no gap. The field should grow like a distance [m] near its
/// zero and be positive outside the box; where it is not a number is outside. Ordered by lattice place: the
/// same field gives the same mesh.
TriangleMesh polygonise(const std::function<Real(const Vec3&)>& field, const Aabb& box, int cells);

}  // namespace souple
