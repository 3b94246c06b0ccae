// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What every part has, whatever it is made of: a name, a place, and how it is carried through time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "souple/dynamics/measure.h"
#include "souple/dynamics/part.h"
#include "souple/dynamics/world.h"
#include "souple/math/degrees.h"
#include "souple/math/types.h"

namespace souple {

/// Time integration and contact of a part.
struct PartDef {
    std::string name = "part";
    Vec3 position = Vec3::Zero();  ///< [m] the part is built around the origin, turned, then moved here
    Vec3 rotation = Vec3::Zero();  ///< [deg] rotation vector: axis times angle
    Vec3 velocity = Vec3::Zero();  ///< [m/s] of everything at the start
    Method method = Method::SemiImplicitEuler;
    RotationRule rotation_rule = RotationRule::MeanVelocity;
    int substeps = 1;  ///< in one coupling interval
    StepControl step_control = {};
    Real thickness = 1e-3;  ///< [m]
    bool collides = true;
    std::optional<Touches> touches = {};    ///< default: as the kind of part has it, bodies for most
    std::optional<bool> self_contact = {};  ///< the same
    Real restitution = 0;                   ///< of points and triangles on bodies
    Real friction = 0.5;                    ///< the same
    Real solver_tolerance = 1e-10;
    int solver_iterations = 400;
};

Pose pose_of(const PartDef& def);
/// Opens a part with the settings of its def.
Part begin_part(const World& world, const PartDef& def, std::string kind);

/// Where a pin, a load or a tie takes hold of a part: a point by its id, or the material spot that lies
/// nearest to a place of the rest shape, in the part's own coordinates.
struct Grip {
    int point = -1;            ///< stable id, used when >= 0
    Vec3 rest = Vec3::Zero();  ///< [m] used otherwise
};

/// The part's ranges as they stand now, closed or still open.
Range points_so_far(const Model& model, const Part& part);
Range triangles_so_far(const Model& model, const Part& part);

/// The material spot a grip means. InputError when the part has no such point.
MaterialPoint find_spot(const Model& model, const Part& part, const Grip& grip);

/// Pins points to where they stand, or to a track that moves them.
struct PinDef {
    std::vector<int> points = {};  ///< ids
    std::string edge = {};         ///< cloth: "top", "bottom", "left", "right", "corners"; empty: none
    std::string follow = {};       ///< name of the obstacle or motion that carries them; empty: they stay
    std::string group = {};        ///< cloth: a group of points of its mesh file; empty: none
};

/// A spring of no length between a material spot and a place in the world, or another spot of the same part.
struct TieDef {
    Grip grip = {};
    bool to_part = false;  ///< true: the other end is `to_grip`
    Grip to_grip = {};
    Vec3 to = Vec3::Zero();  ///< [m] world, or coordinates of `follow`
    std::string follow = {};
    Real stiffness = 100;  ///< [N/m]
    Real damping = 0;      ///< [kg/s]
};

struct LoadDef {
    Grip grip = {};
    Vec3 force = Vec3::Zero();  ///< [N]
    Real start = -1e30;         ///< [s]
    Real stop = 1e30;           ///< [s]
};

/// What holds on to a part.
struct HoldDefs {
    std::vector<PinDef> pins;
    std::vector<TieDef> ties;
    std::vector<LoadDef> loads;
};

/// Adds ties to a part whose points are there already, before it is closed.
void add_ties(World& world, const Part& part, const std::vector<TieDef>& ties);
/// Pins points by id, and adds loads.
void add_pins(World& world, const Part& part, const std::vector<int>& points, const std::string& follow);
void add_loads(World& world, const Part& part, const std::vector<LoadDef>& loads);

}  // namespace souple
