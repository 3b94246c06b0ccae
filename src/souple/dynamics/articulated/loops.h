// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Closed chains in reduced coordinates (003 F3.23): a tree, and forces that keep pairs of its places
// together.
#pragma once

#include "souple/dynamics/articulated/constraints.h"

namespace souple {

/// Adds to forces [N] and torques [N m] on the frames what keeps the loops closed, after `accelerate` has
/// found how the tree would go without. Errors die away within tree.decay_time. False: there was nothing to
/// hold.
bool close_loops(const ArticulatedTree& tree, const Frames& frames, TreeWork& work,
                 ConstraintScratch& scratch, std::span<Vec3> force, std::span<Vec3> torque);

/// Makes loops ready to take part in answers to impulses where frames and work.places are, after factor_tree.
void factor_loops(const ArticulatedTree& tree, const Frames& frames, TreeWork& work,
                  ConstraintScratch& scratch);

/// Adds to work.motion, after answer_impulse, what the loops give: no row is opened or closed by the impulse
/// (003 F3.9 with what holds together at rest).
void hold_loops(const ArticulatedTree& tree, TreeWork& work, ConstraintScratch& scratch);

}  // namespace souple
