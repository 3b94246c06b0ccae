// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Free bodies with an orientation: what rigid and oriented-particle parts are made of.
#pragma once

#include <vector>

#include "souple/dynamics/world.h"
#include "souple/models/part_def.h"

namespace souple {

struct FrameDef {
    Vec3 position = Vec3::Zero();        ///< [m] part coordinates
    Vec3 rotation = Vec3::Zero();        ///< [deg] rotation vector
    Vec3 velocity = Vec3::Zero();        ///< [m/s]
    Vec3 spin = Vec3::Zero();            ///< [rad/s] part axes, like the velocity
    Real mass = 1;                       ///< [kg] > 0
    Vec3 moments = Vec3(0.1, 0.1, 0.1);  ///< [kg m^2] about the body axes, > 0
};

struct TorqueDef {
    int frame = 0;               ///< index in the part
    Vec3 torque = Vec3::Zero();  ///< [N m] world axes
    Vec3 force = Vec3::Zero();   ///< [N] at the centre
    Real start = -1e30;          ///< [s]
    Real stop = 1e30;            ///< [s]
};

struct FramesDef {
    PartDef part{.name = "frames"};
    std::vector<FrameDef> frames;
    std::vector<TorqueDef> torques;
};

/// Adds torques to a part whose frames are there already, before it is closed.
void add_torques(World& world, const Part& part, const std::vector<TorqueDef>& torques);

PartId add_frames(World& world, const FramesDef& def);

}  // namespace souple
