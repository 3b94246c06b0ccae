// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Points of many triangles gathered by their normals, so that a flat floor of triangles is one touch.
#pragma once

#include "souple/geometry/solid/touch.h"

namespace souple {

struct TouchGroup {
    Vec3 normal{0, 1, 0};
    int count = 0;
    std::array<TouchPoint, 16> points;
};

struct TouchGroups {
    int count = 0;
    Real nearness = 0;  ///< [m], points nearer to each other than this are the same
    std::array<TouchGroup, 16> groups;
};

/// Joins the group of its normal and place, opens another, or takes the place of the shallowest when there
/// are too many.
void add(TouchGroups& groups, const Vec3& normal, const TouchPoint& point);

/// True when there is anything.
bool finish(TouchGroups& groups, TouchList& found);

}  // namespace souple
