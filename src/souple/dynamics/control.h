// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What the animator drives, evaluated at both ends of the coupling interval before anything moves.
#pragma once

#include <vector>

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
    Real time_t0 = 0, time_t1 = 0;          ///< [s] the interval
    std::vector<Pose> track_t0, track_t1;   ///< by Model::tracks
    std::vector<ObstacleMotion> obstacles;  ///< by Model::obstacles
    std::vector<Vec3> point_force;          ///< [N] pulled by a user on each point; empty means none
};

}  // namespace souple
