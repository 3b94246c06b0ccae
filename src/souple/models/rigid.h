// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Rigid bodies: solids of a density, carried by frames at their centres of mass along their principal axes.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "souple/dynamics/world.h"
#include "souple/geometry/solid/solid.h"
#include "souple/models/frames.h"
#include "souple/models/part_def.h"

namespace souple {

struct BodyDef {
    Solid solid;                   ///< around its own origin, which goes to `position`
    Vec3 position = Vec3::Zero();  ///< [m] part coordinates
    Vec3 rotation = Vec3::Zero();  ///< [deg] rotation vector
    Vec3 velocity = Vec3::Zero();  ///< [m/s] of the centre of mass, part axes
    Vec3 spin = Vec3::Zero();      ///< [rad/s] part axes
    Real density = 1000;           ///< [kg/m^3] > 0
    ContactMaterial material;
    std::array<int, 3> repeat{1, 1, 1};  ///< copies along each axis
    Vec3 pitch = Vec3::Zero();           ///< [m] from one copy to the next along each axis
};

struct RigidDef {
    PartDef part{.name = "rigid"};
    std::vector<BodyDef> bodies;  ///< they touch each other unless part.self_contact says no
    std::vector<TorqueDef> torques;
};

PartId add_rigid(World& world, const RigidDef& def);

}  // namespace souple
