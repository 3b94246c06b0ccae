// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Joints as constraints with multipliers (003 F3.4): each is a few rows that must stay zero, and what error
// there is dies away critically damped (003 F3.20), so that a tree that starts apart assembles itself.
#pragma once

#include <span>
#include <vector>

#include "souple/dynamics/articulated/articulated_body.h"
#include "souple/dynamics/articulated/constraint_rows.h"
#include "souple/math/envelope_matrix.h"

namespace souple {

struct ConstraintScratch {
    std::vector<ConstraintRow> rows;
    std::vector<int> first_row;  ///< by link
    EnvelopeMatrix matrix;
    std::vector<Real> multiplier;
    std::vector<Twist> answers;  ///< by row, then by link: to a unit of the row
};

/// Rows of the joints in the order of their links, each with those of the accelerations that drives of `work`
/// prescribe (003 F3.21), then those of the loops. Places of `work` must be there.
void list_constraints(const ArticulatedTree& tree, const Frames& frames, const TreeWork& work,
                      ConstraintScratch& scratch);

/// Adds what the joints do to forces [N] and torques [N m] on the frames: springs, stops, motors and drives
/// of `work`, then the multipliers. Leaves joints and places as the frames are, and adds to the drives the
/// force that a prescribed acceleration takes.
void add_joint_forces(const ArticulatedTree& tree, const Frames& frames,
                      std::span<const FrameInertia> inertia, Real time, std::span<JointState> joints,
                      TreeWork& work, ConstraintScratch& scratch, std::span<Vec3> force,
                      std::span<Vec3> torque);

/// Rows of the loops alone.
void list_loops(const ArticulatedTree& tree, const Frames& frames, std::vector<ConstraintRow>& rows);

/// Adds what the multipliers of the rows do to the frames.
void add_multipliers(const ConstraintScratch& scratch, std::span<Vec3> force, std::span<Vec3> torque);

/// [m] the largest error of a loop's rows.
Real loop_residual(const ArticulatedTree& tree, const Frames& frames);

/// Asks the behaviour, if there is one, what drives each joint.
void ask_behaviour(const ArticulatedTree& tree, Real time, std::span<const JointState> joints,
                   TreeWork& work);

}  // namespace souple
