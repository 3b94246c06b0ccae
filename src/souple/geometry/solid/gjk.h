// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Closest points of two convex solids, or how deep they overlap (Gilbert, Johnson and Keerthi; expanding
// polytope when the cores overlap).
#pragma once

#include "souple/geometry/solid/solid.h"

namespace souple {

struct ClosestPoints {
    Real distance = 0;                              ///< [m], negative: penetration depth
    Vec3 normal{0, 1, 0};                           ///< unit, from a to b
    Vec3 on_a = Vec3::Zero(), on_b = Vec3::Zero();  ///< [m], world; on_b - on_a = distance * normal
};

/// Moving b by -distance along the normal makes them just touch. Polytopes: about 1e-9 of their size,
/// ellipsoids and cylinders 1e-6.
ClosestPoints closest(const Convex& a, const Pose& pose_a, const Convex& b, const Pose& pose_b);

}  // namespace souple
