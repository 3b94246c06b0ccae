// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Spheres and capsules against each other, a sphere against a box or a triangle: closed forms.
#pragma once

#include "souple/geometry/solid/touch.h"

namespace souple {

/// A sphere or a capsule.
bool is_round(const Convex& convex);

bool touch_round(const Convex& a, const Pose& pose_a, const Convex& b, const Pose& pose_b, Real margin,
                 Touch& found);

bool touch_sphere(const Box& a, const Pose& pose_a, const Sphere& b, const Pose& pose_b, Real margin,
                  Touch& found);

/// By the inside of the triangle, else by its sides, else by its corners (004 F4.27).
bool touch_sphere(const TriangleSolid& a, const Pose& pose_a, const Sphere& b, const Pose& pose_b,
                  Real margin, Touch& found);

}  // namespace souple
