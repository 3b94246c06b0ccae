// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A tree of links: rigid bodies on frames, each held to its parent by a joint (003 F3.1, F3.14). In reduced
// coordinates joints carry the motion and frames follow; in maximal ones frames carry it and joints are
// constraints.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "souple/core/types.h"
#include "souple/math/types.h"

namespace souple {

struct SpaceCurve;  // geometry/space_curve.h
struct Formula;     // geometry/formula.h

enum class JointKind {
    Fixed,
    Hinge,      ///< turns about axes[0]
    Slider,     ///< slides along axes[0]
    Universal,  ///< turns about axes[0] of the parent, then about axes[1] of what that has turned
    Ball,
    Free,  ///< of a floating base: no joint at all
};

/// Numbers that say where a joint is, and how fast they change.
constexpr int freedom_of(JointKind kind) {
    constexpr std::array<int, 6> counts{0, 1, 1, 2, 3, 6};
    return counts[static_cast<int>(kind)];
}

/// What acts along one freedom of a joint; N m and rad where it turns, N and m where it slides.
struct DofLaw {
    Real stiffness = 0;                                 ///< [N m/rad] of a spring
    Real damping = 0;                                   ///< [N m s/rad]
    Real rest = 0;                                      ///< [rad] of the spring
    Real low = -std::numeric_limits<Real>::infinity();  ///< [rad] where the stop begins
    Real high = std::numeric_limits<Real>::infinity();  ///< [rad] of a ball: the largest turn
    Real stop_stiffness = 0;                            ///< [N m/rad] of the stop
    Real stop_damping = 0;                              ///< [N m s/rad] while in it
    Real motor_speed = 0;                               ///< [rad/s] that a motor keeps,
    Real motor_gain = 0;                                ///< [N m s/rad] by so much for each rad/s that lacks,
    Real motor_most = std::numeric_limits<Real>::infinity();  ///< [N m] never more than this
};

struct TreeLink {
    int parent = -1;  ///< comes before this link; -1: the world
    JointKind kind = JointKind::Ball;
    Pose in_parent;  ///< of the joint, in the axes of the parent's frame
    Pose in_joint;   ///< of this link's frame, in the axes of the joint when it has turned
    std::array<Vec3, 2> axes{Vec3::UnitZ(), Vec3::UnitX()};  ///< unit, in the axes of the joint
    std::array<DofLaw, 3> laws;                              ///< a ball uses the first for every direction
};

/// Where a joint is and how it moves. Of a free one `q` and `qd` are those of the frame's centre.
struct JointState {
    Vec3 q = Vec3::Zero();         ///< [rad] or [m]
    Quat turn = Quat::Identity();  ///< of a ball or a free joint
    Vec3 qd = Vec3::Zero();        ///< [rad/s] or [m/s]; of a ball in the axes of the joint
    Vec3 spin = Vec3::Zero();      ///< [rad/s] of a free joint, world axes
};

struct JointAcceleration {
    Vec3 qdd = Vec3::Zero();
    Vec3 spin = Vec3::Zero();
};

/// What somebody outside asks of a joint at one moment: forces, or accelerations that are to be met
/// whatever force it takes (003 F3.21, F3.22).
struct JointDrive {
    Vec3 force = Vec3::Zero();  ///< [N m] or [N], added to what the laws give
    std::array<bool, 3> prescribed{};
    Vec3 acceleration = Vec3::Zero();  ///< [rad/s^2] of the prescribed ones
};

/// A behaviour: at each moment, from the time [s] and the joints, what each joint is driven by. A pure
/// function: methods ask it several times in a step.
using Behaviour =
    std::function<void(Real time, std::span<const JointState> joints, std::span<JointDrive> drives)>;

enum class LoopKind {
    Place,     ///< two places stay together, in all directions or in some
    Weld,      ///< the same, and the links do not turn against each other
    Distance,  ///< two places stay as far apart as they are
    Curve,     ///< a place of b slides along a curve that a carries
    Surface,   ///< a place of b slides on a surface that a carries
};

/// What holds a place of one link to another besides the joints: it makes a tree a closed chain (003 F3.20,
/// F3.23, F3.25). The world is link -1.
struct LoopClosure {
    int a = -1, b = -1;
    Vec3 local_a = Vec3::Zero(), local_b = Vec3::Zero();  ///< [m] in the axes of the frames
    std::vector<Vec3> along;  ///< place: only these unit axes of a are held; empty: all directions

    LoopKind kind = LoopKind::Place;
    Pose guide_a,
        guide_b;       ///< of the guide's axes in those of each frame: of the curve, the surface, the weld
    Real length = 0;   ///< [m] of a distance that is held
    bool held = true;  ///< of a distance: false when only its law acts
    DofLaw law;        ///< along the line of a distance, along a curve; on a surface its damping
    std::shared_ptr<const SpaceCurve> curve;
    std::shared_ptr<const Formula> surface;  ///< where it is zero
};

enum class Formulation {
    Reduced,  ///< joint coordinates, by the articulated-body algorithm (003 F3.17, F3.18)
    Maximal,  ///< frames, with a multiplier for each constraint of a joint (003 F3.4, F3.20)
};

struct ArticulatedTree {
    int part = 0;  ///< Model::parts
    Range frames;  ///< of the links, in their order
    std::vector<TreeLink> links;
    std::vector<LoopClosure> loops;
    Formulation formulation = Formulation::Reduced;
    Real decay_time = 0.01;  ///< [s] in which errors of constraints die away, critically damped
    Behaviour behaviour;     ///< may be empty
    std::vector<std::string> link_names, joint_names;  ///< by link; a joint without one: empty
};

/// By link.
struct TreeState {
    std::vector<JointState> joints;
};

}  // namespace souple
