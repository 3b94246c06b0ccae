// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Deformable objects made of oriented particles that keep their shape by laws between frames (000 chapter 4).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "souple/dynamics/oriented/oriented_part.h"
#include "souple/dynamics/world.h"
#include "souple/models/frames.h"
#include "souple/models/oriented_shapes.h"
#include "souple/models/oriented_skin.h"
#include "souple/models/part_def.h"

namespace souple {

/// One interaction of a law.
struct InteractionDef {
    OrientedLaw law;             ///< its `range`, `rest` and `curvature` are those below
    Real range = 2.5, rest = 1;  ///< [m] in every direction,
    std::optional<Vec3> range_along = {}, rest_along = {};  ///< [m] or along each axis of the particle
    Real stretch = 1;  ///< of the rest distance along z; across it the volume rule holds (F0.44)
    std::optional<std::array<Real, 2>> curvature = {};  ///< [1/m] default: of the object's own shape
};

/// A weighted list of interactions with a name; its type says who it holds to (F0.18, F0.19).
struct LawDef {
    std::string name = "law";
    bool hinge = false;
    std::string type = {};  ///< default: its name
    std::vector<InteractionDef> interactions = {};
};

/// Particles of an object that follow another law.
struct OtherLawDef {
    std::string law;
    std::vector<int> particles = {};  ///< counted from the object's first
};

struct OrientedObjectDef {
    std::string name = "object";
    std::string law = {};  ///< default: the first
    std::vector<OtherLawDef> others = {};
    OrientedShapeDef shape = RowShape{};
    Vec3 position = Vec3::Zero();      ///< [m] part coordinates
    Vec3 rotation = Vec3::Zero();      ///< [deg] rotation vector
    Vec3 velocity = Vec3::Zero();      ///< [m/s]
    Vec3 spin = Vec3::Zero();          ///< [rad/s] of the object as a whole about its position
    Real mass = 1;                     ///< [kg] of each particle
    Real inertia = 0.1;                ///< [kg m^2] of each particle about any axis
    std::optional<int> object = {};    ///< those with the same number hold together; default: its own
    std::optional<SkinDef> skin = {};  ///< default: that of the part
};

struct HeatDef {
    std::vector<int> particles = {};  ///< counted from the part's first; all when empty
    Real temperature = 0;             ///< [K]
};

struct OrientedDef {
    PartDef part{.name = "oriented"};
    std::vector<LawDef> laws = {};
    std::vector<OrientedObjectDef> objects = {};
    OrientedPart settings;               ///< neighbourhood, medium, obstacles; laws and kinds are filled in
    Real body_radius = 0;                ///< [m] ball that touches rigid bodies and obstacles; 0: none
    std::vector<TorqueDef> forces = {};  ///< held on single particles
    std::vector<HeatDef> heat = {};
    std::optional<SkinDef> skin = {};  ///< of every object; default: none
};

/// The law that an interaction describes, for a place of this curvature.
OrientedLaw law_of(const InteractionDef& def, const std::array<Real, 2>& own_curvature);

PartId add_oriented(World& world, const OrientedDef& def);

}  // namespace souple
