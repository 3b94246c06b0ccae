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
    std::string name = {};               ///< how exports call it; empty: by its part and number
};

struct RigidDef {
    PartDef part{.name = "rigid"};
    std::vector<BodyDef> bodies;  ///< they touch each other unless part.self_contact says no
    std::vector<TorqueDef> torques;
};

PartId add_rigid(World& world, const RigidDef& def);

/// A solid with its mass, and where its centre and principal axes are in its own coordinates.
struct WeighedSolid {
    FrameInertia inertia;
    Pose principal;
};
/// InputError with the name of the body when it has no good solid or density.
WeighedSolid weigh(const BodyDef& def, const std::string& name);
Pose inverse(const Pose& pose);
/// Adds pieces in the axes of the frame that carries them.
void add_body_pieces(World& world, const BodyDef& def, const Pose& principal, int frame);

}  // namespace souple
