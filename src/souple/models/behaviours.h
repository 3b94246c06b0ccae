// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Behaviours that can be written down (003 F3.19, F3.22): what a joint is driven by at each moment, from the
// time and from where it is. They are explicit: steps must resolve their springs.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "souple/dynamics/articulated/tree.h"
#include "souple/geometry/formula.h"

namespace souple {

enum class BehaviourKind {
    Spring,   ///< a force towards the goal, as of a pair of muscles
    Follow,   ///< the acceleration that brings it to the goal critically damped, whatever force it takes
    Formula,  ///< a force by a formula
};

/// One freedom of a joint, or a whole ball, and its goal. Numbers of turning freedoms are degrees, of sliding
/// ones metres.
struct BehaviourDef {
    std::string link = {};  ///< whose joint
    int freedom = 0;        ///< which of its freedoms; a ball moves as a whole
    BehaviourKind kind = BehaviourKind::Spring;

    Real goal = 0;                               ///< [deg or m]
    Vec3 turn = Vec3::Zero();                    ///< [deg] the goal of a ball: axis times angle
    std::vector<std::array<Real, 2>> keys = {};  ///< [s, deg or m] goals over time instead; linear in between
    Real period = 0;                             ///< [s] in which the keys come again; 0: once
    Real delay = 0;                              ///< [s] so much later than the keys say

    Real stiffness = 10;  ///< [N m/rad or N/m] of the spring at its goal
    Real steepness = 0;  ///< [1/rad or 1/m] pulls grow as sinh of this times the way to the goal; 0: linearly
    Real damping = 1;    ///< [N m s/rad or N s/m] for each speed that lacks
    Real most = 1e30;    ///< [N m or N] of spring and formula
    Real time = 0.1;     ///< [s] > 0 of following: (1 + t / time) exp(-t / time) of an error is left
    /// [N m or N] of a formula: x is the position, y the speed, z the goal (rad or m), t the time.
    std::string force = {};
};

/// The same for a link of a tree.
struct JointBehaviour {
    int link = 0, freedom = 0;
    JointKind joint = JointKind::Hinge;
    Real unit = 1;  ///< rad or m in one unit of the def
    BehaviourDef def = {};
    Formula formula = {};  ///< of BehaviourKind::Formula
};

/// Throws InputError, with `who` in front, when the joint cannot do this.
JointBehaviour make_joint_behaviour(const BehaviourDef& def, int link, JointKind joint,
                                    const std::string& who);

/// A number between keys [s, value].
struct KeyedValue {
    Real value = 0;
    Real rate = 0;  ///< for each second
};
KeyedValue keyed_value(const std::vector<std::array<Real, 2>>& keys, Real time);

/// Adds what the behaviour asks of its joint.
void drive_joint(const JointBehaviour& behaviour, Real time, const JointState& joint, JointDrive& drive);

}  // namespace souple
