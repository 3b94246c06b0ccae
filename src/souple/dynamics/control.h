// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What comes from outside: what the animator drives, evaluated at both ends of the coupling interval before
// anything moves, and what hands do.
#pragma once

#include <vector>

#include "souple/dynamics/hands.h"
#include "souple/geometry/deforming.h"
#include "souple/math/types.h"

namespace souple {

/// One obstacle over the interval.
struct ObstacleMotion {
    Pose pose_t0, pose_t1;
    DeformingSurface surface;                ///< world coordinates, only for deforming obstacles
    std::vector<Vec3> points_t0, points_t1;  ///< [m] its corners at both ends
};

struct Control {
    Real time_t0 = 0, time_t1 = 0;           ///< [s] the interval
    std::vector<Pose> track_t0, track_t1;    ///< by Model::tracks
    std::vector<ObstacleMotion> obstacles;   ///< by Model::obstacles
    std::vector<Pose> anchor_t0, anchor_t1;  ///< by Model::anchors
    Hands hands;                             ///< given by who runs the world, and kept until they let go
    HandForces by_hand;                      ///< what they do over the interval
};

}  // namespace souple
