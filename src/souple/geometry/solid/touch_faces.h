// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Any two convex solids: the closest points give the normal, the faces that look at each other the area.
#pragma once

#include <span>

#include "souple/geometry/solid/gjk.h"
#include "souple/geometry/solid/touch.h"

namespace souple {

bool touch_by_faces(const Convex& a, const Pose& pose_a, const Convex& b, const Pose& pose_b, Real margin,
                    Touch& found);

/// The same when the closest points, or another normal to go by, are known. `near` is one of the points when
/// it is deeper than what the faces share; leave it out where the normal is not that of `near`.
struct FaceTouch {
    Vec3 normal{0, 1, 0};                 ///< unit, from a to b
    const ClosestPoints* near = nullptr;  ///< or none
    Real margin = 0;                      ///< [m]
};
bool touch_along(const Convex& a, const Pose& pose_a, const Convex& b, const Pose& pose_b,
                 const FaceTouch& how, Touch& found);

/// Puts the best four of at most 64 points into a touch whose normal is set.
void keep_four(std::span<const TouchPoint> points, Touch& found);

}  // namespace souple
