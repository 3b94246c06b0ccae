// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A sheet meets itself in every substep of its own, as its points meet obstacles: so its springs see the
// contact at their own rate. Impulses and friction keep its layers apart, and what would cross all the same
// is taken back (hold_pairs.h).
#pragma once

#include "souple/dynamics/contact/interaction_scratch.h"
#include "souple/dynamics/solvers/solvers.h"
#include "souple/dynamics/step_report.h"

namespace souple {

/// Whether a part is a sheet that meets itself: in its substeps, one that refines itself in its ticks.
bool meets_itself(const Part& part);

/// After a substep from `before` [m], by point: contact of the part with itself.
void meet_itself(const Substep& substep, const std::vector<Vec3>& before, State& state,
                 InteractionScratch& scratch, StepReport& report);

/// Puts the pairs of the sheets that may cross on the way from the end of their last substep to where they
/// are now to hold.pairs.
void list_own_pairs(const Model& model, const State& state, InteractionScratch& scratch);

}  // namespace souple
