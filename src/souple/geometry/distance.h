// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Closest points on a segment and on a triangle.
#pragma once

#include "souple/math/types.h"

namespace souple {

struct SegmentPoint {
    Vec3 point = Vec3::Zero();  ///< [m]
    Real parameter = 0;         ///< 0 at a, 1 at b
};

/// A segment whose ends coincide is a point.
SegmentPoint closest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b);

struct TrianglePoint {
    Vec3 point = Vec3::Zero();  ///< [m]
    /// Barycentric weights of a, b, c: none negative, sum 1. Exactly zero for a vertex that takes no part, so
    /// that the number of zeros tells a corner from a side from the inside.
    Vec3 weights{1, 0, 0};
};

/// A triangle without area counts as its three sides.
TrianglePoint closest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace souple
