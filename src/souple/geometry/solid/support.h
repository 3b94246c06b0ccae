// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Farthest points and faces of convex solids, in their own coordinates.
#pragma once

#include <array>

#include "souple/geometry/solid/solid.h"

namespace souple {

/// The farthest point of the solid along a direction of any length but zero.
Vec3 support(const Convex& convex, const Vec3& direction);

/// A solid is its core thickened by this radius [m]: 0 but for spheres, capsules and triangles.
Real core_radius(const Convex& convex);
/// The farthest point of the core: a point, a segment, a triangle, or the solid itself.
Vec3 core_support(const Convex& convex, const Vec3& direction);

/// The flat or straight part of the surface that looks most along a unit direction; returns how many corners:
/// 1 (sphere, ellipsoid), 2 (along a capsule, along the side of a cylinder), or a polygon counter-clockwise
/// seen from outside: the face of a box or hull, a triangle moved by its radius, the end of a cylinder as
/// twelve points. A face of more than 16 corners is thinned.
int supporting_face(const Convex& convex, const Vec3& direction, std::array<Vec3, 16>& polygon);

}  // namespace souple
