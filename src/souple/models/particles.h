// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Points, and springs, hinges and chains between them.
#pragma once

#include <optional>
#include <vector>

#include "souple/dynamics/world.h"
#include "souple/models/part_def.h"

namespace souple {

struct PointDef {
    Vec3 position = Vec3::Zero();  ///< [m] part coordinates
    Vec3 velocity = Vec3::Zero();  ///< [m/s]
    Real mass = 1;                 ///< [kg] > 0
    bool pinned = false;
};

struct SpringDef {
    int a = 0, b = 1;                                ///< ids of points
    std::optional<Real> rest_length = std::nullopt;  ///< [m] the distance at the start when not given
    Real stiffness = 100;                            ///< [N/m], or [N] under the strain law
    StiffnessLaw law = StiffnessLaw::Elongation;
    Real damping = 0;  ///< [kg/s]
};

struct HingeDef {
    int a = 0, b = 1, c = 2;  ///< ids: previous, middle, next
    Real rest_angle = 180;    ///< [deg]
    Real stiffness = 1;       ///< [N m/rad]
    Real damping = 0;         ///< [N m s/rad]
};

enum class ChainBending {
    None,
    Hinge,    ///< angular hinges (001 W1.3)
    SkipOne,  ///< springs between neighbours of neighbours (001 W1.4)
};

/// A straight chain of equal segments; its points get the next free ids, from start to end.
struct ChainDef {
    Vec3 from = Vec3::Zero();  ///< [m]
    Vec3 to = Vec3(1, 0, 0);   ///< [m]
    int segments = 10;         ///< >= 1
    Real mass = 1;             ///< [kg] whole chain; end points carry half a segment each
    Real rest_ratio = 1;       ///< rest length over the length laid out, > 0
    Real stiffness = 1000;     ///< [N/m] of one segment, or [N] under the strain law
    StiffnessLaw law = StiffnessLaw::Elongation;
    Real damping = 0;  ///< [kg/s]
    ChainBending bending = ChainBending::None;
    Real bend_stiffness = 0;  ///< [N m/rad] hinges, [N/m] skip-one springs
    Real bend_damping = 0;    ///< [N m s/rad] or [kg/s]
    int pinned_start = 0;     ///< how many points are held at the start: 2 fix the direction (001 W1.5)
    int pinned_end = 0;
    std::string follow = {};  ///< the obstacle or motion that carries the held points
};

/// Points drawn in a ball, each tied to its nearest neighbours: a closed world for conservation laws.
struct CloudDef {
    int count = 20;       ///< >= 2
    Real radius = 0.5;    ///< [m]
    Real mass = 1;        ///< [kg] mean; single ones lie between half and one and a half of it
    Real speed = 0.1;     ///< [m/s] largest component of a start velocity
    int neighbours = 4;   ///< springs of each point
    Real stiffness = 10;  ///< [N/m]
    Real damping = 0;     ///< [kg/s]
};

struct RailDef {
    int point = 0;
    Vec3 centre = Vec3::Zero();  ///< [m]
    Vec3 axis = Vec3::UnitZ();
    Real radius = 1;  ///< [m]
    Real speed = 0;   ///< [m/s] 0: whatever it is
};

struct ParticlesDef {
    PartDef part{.name = "particles"};
    std::vector<PointDef> points;
    std::vector<SpringDef> springs;
    std::vector<HingeDef> hinges;
    std::vector<ChainDef> chains;
    std::vector<CloudDef> clouds;
    std::vector<RailDef> rails;
    HoldDefs holds;
};

PartId add_particles(World& world, const ParticlesDef& def);

}  // namespace souple
