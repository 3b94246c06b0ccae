// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Articulated bodies: links of a density held together by joints, on a fixed or a floating base.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "souple/models/behaviours.h"
#include "souple/models/rigid.h"

namespace souple {

/// How a link hangs on its parent. Numbers of turning freedoms are degrees, of sliding ones metres.
struct JointDef {
    JointKind kind = JointKind::Ball;
    Vec3 at = Vec3::Zero();       ///< [m] part coordinates
    std::optional<Vec3> link_at;  ///< [m] the same on the link, where it differs: the part assembles itself
    Vec3 axis = Vec3::UnitZ();    ///< of a hinge, a slider, the parent's side of a universal joint
    Vec3 second_axis = Vec3::UnitX();  ///< of a universal joint, at right angles to the first
    Vec3 start = Vec3::Zero();         ///< [deg or m] where it is at the start; of a ball a rotation vector
    Vec3 speed = Vec3::Zero();         ///< [rad/s or m/s]
    std::optional<std::array<Real, 2>> limits;         ///< [deg or m] of every freedom; a ball uses the upper
    std::optional<std::array<Real, 2>> second_limits;  ///< [deg] of a universal joint's second axis
    Real stop_stiffness = 100;                         ///< [N m/rad or N/m] of the stops
    Real stop_damping = 1;                             ///< [N m s/rad or N s/m]
    Real stiffness = 0;                                ///< [N m/rad or N/m] of a spring
    Real damping = 0;                                  ///< [N m s/rad or N s/m]
    Real rest = 0;                                     ///< [deg or m] of the spring; a ball's rests straight
    Real motor_speed = 0;    ///< [rad/s or m/s] that a motor keeps; a ball's about `axis`
    Real motor_gain = 0;     ///< [N m s/rad or N s/m] 0: no motor
    Real motor_most = 1e30;  ///< [N m or N]
};

/// What a link weighs, where its shape does not say it.
struct LimbMass {
    Real mass = 1;                    ///< [kg] > 0
    Vec3 centre = Vec3::Zero();       ///< [m] in the axes of the body
    Mat3 inertia = Mat3::Identity();  ///< [kg m^2] about the centre, in the axes of the body; positive
};

struct LimbDef {
    std::string name;
    std::string parent;            ///< name of an earlier link; empty: the base
    std::string joint_name;        ///< of the joint to the parent, where a description gives it one
    BodyDef body;                  ///< where it is when its joint is at zero
    JointDef joint;                ///< unused by a floating base
    int repeat = 1;                ///< that many in a row, each the child of the one before
    std::optional<LimbMass> mass;  ///< instead of the body's density; then it may have no solid at all
};

/// What drives a freedom over time: between keys [s, value] it goes linearly.
struct DriveDef {
    std::string link;  ///< or the name of its joint
    int freedom = 0;
    bool prescribes = false;  ///< true: values are accelerations [rad/s^2 or m/s^2], else forces [N m or N]
    std::vector<std::array<Real, 2>> keys;
};

/// Two links, or a link and the world (an empty name), held to each other besides their joints.
struct LoopDef {
    LoopKind kind = LoopKind::Place;
    std::string a, b;
    Vec3 at = Vec3::Zero();      ///< [m] part coordinates, on b, and on a unless
    std::optional<Vec3> a_at;    ///< [m] this says otherwise
    std::vector<Vec3> along;     ///< place: part axes at the start; empty: all directions
    std::optional<Real> length;  ///< [m] of a distance; none: as far apart as the places are
    bool held = true;            ///< of a distance: false when only springs, limits and motor act
    std::vector<Vec3> points;    ///< [m] of a curve, part coordinates, carried by a
    bool closed = false;         ///< the curve comes back to its first point
    std::string surface;  ///< formula in x, y, z of part coordinates, zero on the surface that a carries
    JointDef law;         ///< springs, limits and motor along a distance or a curve, in metres
};

struct ArticulatedDef {
    PartDef part{.name = "articulated"};
    std::vector<LimbDef> links;
    std::vector<LoopDef> loops;
    std::vector<DriveDef> drives;
    std::vector<BehaviourDef> behaviours;
    bool floating = false;  ///< the first link is held by nothing; others without a parent hang on the world
    Formulation formulation = Formulation::Reduced;
    Real decay_time = 0.01;  ///< [s] > 0 in which errors of loops and of maximal joints die away
    Behaviour behaviour;     ///< asked after drives and behaviours
    std::vector<TorqueDef> torques;
};

PartId add_articulated(World& world, const ArticulatedDef& def);

}  // namespace souple
