// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// From joints to links and back: where every link of a tree is, how it moves, and along which directions its
// joint gives way.
#pragma once

#include <span>
#include <vector>

#include "souple/dynamics/articulated/spatial.h"
#include "souple/dynamics/articulated/tree.h"
#include "souple/dynamics/state.h"

namespace souple {

/// One link at one moment, in world axes; its reference point is where its joint holds it.
struct LinkPlace {
    Pose joint;                   ///< of the joint when it has turned; the reference point is its position
    Vec3 arm = Vec3::Zero();      ///< [m] from the parent's reference point
    Vec3 centre = Vec3::Zero();   ///< [m] from the reference point to the centre of mass
    std::array<Twist, 3> column;  ///< of each freedom; a free joint has none of these
    int freedom = 0;              ///< number of columns
    Twist velocity;               ///< of the reference point
    Twist drift;                  ///< acceleration when no joint accelerates and the parent does not
};

/// Where a joint takes its child from `parent_side`, the joint's pose on the parent.
Pose turned(const TreeLink& link, const JointState& joint, const Pose& parent_side);

/// Fills `places` from the joints; parents come before children.
void place_links(const ArticulatedTree& tree, std::span<const JointState> joints,
                 std::vector<LinkPlace>& places);

/// Writes where the links are and how they move to their frames.
void write_frames(const ArticulatedTree& tree, const std::vector<LinkPlace>& places, Frames& frames);

/// The joints that frames say, and `places` there. What frames do that the joints cannot is left out.
void read_joints(const ArticulatedTree& tree, const Frames& frames, std::span<JointState> joints,
                 std::vector<LinkPlace>& places);

/// Speeds of a joint, from the motions of its link and of its parent at their centres; the same is left out.
void read_joint_rate(const ArticulatedTree& tree, const std::vector<LinkPlace>& places, int link,
                     const Twist& centre, const Twist& parent_centre, JointState& rate);

/// Moves joints along their own rates for h [s].
void move_joint(JointKind kind, const JointState& rate, Real h, JointState& joint);

}  // namespace souple
