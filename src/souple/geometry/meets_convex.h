// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Whether a segment or a triangle has a point inside a convex body, touching not counted; exact.
#pragma once

#include <array>
#include <span>

#include "souple/geometry/aabb.h"

namespace souple {

/// A convex body by its corners. Facets are three corners that go to the left seen from outside, one for each
/// flat side.
struct ConvexBody {
    std::span<const Vec3> corners;  ///< [m]
    std::span<const std::array<int, 3>> facets;
    std::span<const std::array<int, 2>> edges;
};

/// The corners of a box; bit a of the number of a corner says low or high along axis a.
std::array<Vec3, 8> corners_of(const Aabb& box);
/// A box by its eight corners, and a tetrahedron whose fourth corner sees the others go to the right.
ConvexBody box_body(std::span<const Vec3, 8> corners);
ConvexBody tetrahedron_body(std::span<const Vec3, 4> corners);

/// Whether the closed segment from p to q has a point strictly inside.
bool meets_inside(const Vec3& p, const Vec3& q, const ConvexBody& body);
/// Whether the closed triangle has a point strictly inside.
bool meets_inside(const std::array<Vec3, 3>& triangle, const ConvexBody& body);

}  // namespace souple
