// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Resting contact with friction, as sweeps over the rows; sequential impulses and the complementarity problem
// differ in when they stop.
#pragma once

#include <functional>

#include "souple/dynamics/contact/interaction_scratch.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/step_report.h"

namespace souple {

/// Weighs all rows. Trees answer with memory of their own, so rows on them are weighed one after the other.
void weigh_packets(InteractionScratch& scratch);

/// Weighs the rows and starts from their impulses. When the velocities are found, `move` takes them into the
/// places, with those of scratch.push_velocity when it is told so; then what has just landed loses the rest
/// of its approach.
void solve_resting(const Model& model, Real h, InteractionScratch& scratch, StepReport& report,
                   const std::function<void(bool)>& move);

/// [m/s] the worst of all rows; a maximum does not depend on the order.
Real worst_residual(Real h, const InteractionScratch& scratch);

}  // namespace souple
