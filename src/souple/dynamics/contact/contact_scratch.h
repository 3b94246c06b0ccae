// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What the contact stages share within one interval: boxes of obstacles, and what each point met.
#pragma once

#include <vector>

#include "souple/dynamics/control.h"
#include "souple/dynamics/obstacle.h"
#include "souple/geometry/aabb.h"
#include "souple/math/types.h"

namespace souple {

/// A point resting on, sliding along or bouncing off an obstacle in the last interval.
struct Contact {
    int part = 0;
    int point = 0;
    int obstacle = 0;
    Vec3 normal = Vec3::UnitY();  ///< out of the obstacle
    Vec3 impulse = Vec3::Zero();  ///< [N s] that the point received over the interval
};

/// One obstacle over one substep.
struct Meeting {
    int index = 0;
    const Obstacle* obstacle = nullptr;
    const ObstacleMotion* motion = nullptr;
    Pose pose_t0, pose_t1;  ///< at the ends of the substep
    Real s0 = 0, s1 = 1;    ///< the substep as a piece of the control's interval
    Real h = 0;             ///< [s] length of the substep
    Real margin = 0;        ///< [m]
    Aabb box;               ///< where the obstacle is felt in the interval
    bool stands = false;    ///< neither turned nor moving
};

/// What one point met in the interval; obstacle -1: nothing.
struct PointContact {
    int obstacle = -1;
    Vec3 normal = Vec3::UnitY();
    Vec3 impulse = Vec3::Zero();  ///< [N s]
};

struct ContactScratch {
    std::vector<Aabb> obstacle_boxes;                    ///< over the whole interval, world coordinates
    std::vector<Meeting> meetings;                       ///< of the part and the substep at hand
    std::vector<std::vector<Meeting>> meetings_of_rate;  ///< Multirate: of points that move at the same time
    std::vector<PointContact> met;                       ///< by point
    std::vector<Contact> contacts;  ///< of the last interval, in the order of parts and points
};

}  // namespace souple
