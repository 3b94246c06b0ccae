// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Polygons seen along a normal: clipping one against the sides of another, and choosing the four points that
// hold a body best.
#pragma once

#include <array>
#include <span>

#include "souple/math/types.h"

namespace souple {

/// A corner between two sides of a clipped polygon; the labels of the sides name it from step to step.
struct FlatCorner {
    Real u = 0, v = 0;          ///< [m], across the normal
    Real gap = 0;               ///< [m], along the normal
    int before = 0, after = 0;  ///< labels of the sides that meet here
};

/// 16 corners cut by 16 sides.
struct FlatPolygon {
    int count = 0;
    std::array<FlatCorner, 34> corners;
};

/// Points with a u + b v <= c stay; (a, b) has unit length.
struct FlatSide {
    Real a = 1, b = 0, c = 0;
    int label = 0;
};

/// Corners within `tolerance` [m] of the side count as being on it and stay as they are: so that two boxes
/// exactly above one another keep their corners, whatever the last bits say.
void clip(FlatPolygon& polygon, const FlatSide& side, Real tolerance);

/// Drops corners with a gap of margin [m] or more.
void drop_far(FlatPolygon& polygon, Real margin);

struct FlatPoint {
    Real u = 0, v = 0, gap = 0;  ///< [m]
};

struct FourPoints {
    int count = 0;
    std::array<int, 4> chosen{};  ///< increasing
};

/// The deepest, the one farthest from it, and the two that widen the area most on either side.
FourPoints choose_four(std::span<const FlatPoint> points);

/// A right-handed pair of unit vectors across a unit normal: u x v = normal.
struct Across {
    Vec3 u{1, 0, 0}, v{0, 1, 0};
};
Across across(const Vec3& normal);

}  // namespace souple
