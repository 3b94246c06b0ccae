// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/solve_resting.h"

#include <algorithm>

#include "souple/dynamics/contact/colour_rows.h"

namespace souple {

namespace {

void sweep_rows(const SweepGoal& goal, InteractionScratch& scratch) {
    if (!scratch.upward.empty()) {
        for (const int r : scratch.upward) solve_rows(goal, scratch.rows[r], scratch.movers);
        return;
    }
    for_each_row(scratch, [&](ContactRows& rows) { solve_rows(goal, rows, scratch.movers); });
}

/// [m/s] the worst of all rows; a maximum does not depend on the order.
Real worst_residual(const SweepGoal& goal, const InteractionScratch& scratch) {
    Real worst = 0;
    for (const ContactRows& rows : scratch.rows)
        worst = std::max(worst, residual_of(goal, rows, scratch.movers));
    return worst;
}

/// Returns the number of sweeps.
int sweep_to_tolerance(const ContactSettings& settings, const SweepGoal& goal, InteractionScratch& scratch) {
    constexpr int look_every = 8;  // a residual costs about as much as a sweep
    for (int n = 0; n < settings.max_iterations; n += look_every) {
        for (int k = 0; k < look_every; ++k) sweep_rows(goal, scratch);
        if (worst_residual(goal, scratch) <= settings.tolerance) return n + look_every;
    }
    return settings.max_iterations;
}

int sweep_all(const ContactSettings& settings, int sweeps, const SweepGoal& goal,
              InteractionScratch& scratch) {
    if (settings.solver == ContactSolver::Complementarity) return sweep_to_tolerance(settings, goal, scratch);
    for (int k = 0; k < sweeps; ++k) sweep_rows(goal, scratch);
    return sweeps;
}

/// A point that was still open when the interval began: one that carries something has arrived and must not
/// stay approaching; one that carries nothing is the affair of the intervals to come.
void close_gaps(InteractionScratch& scratch) {
    constexpr Real far_off = 1e9;  // [m]
    parallel_for(
        static_cast<int>(scratch.rows.size()),
        [&](int r) {
            ContactRows& rows = scratch.rows[r];
            for (int k = 0; k < rows.count; ++k)
                if (rows.gap[k] > 0) rows.gap[k] = rows.impulse[k] > 0 ? 0 : far_off;
        },
        256);
}

}  // namespace

void solve_resting(const Model& model, Real h, InteractionScratch& scratch, StepReport& report,
                   const std::function<void()>& move) {
    const ContactSettings& settings = model.contact;
    SweepGoal goal{h, true, settings.push_rate, settings.push_speed, settings.slop};
    scratch.upward.clear();
    if (settings.shock_propagation) order_upward(scratch);
    for_each_row(scratch, [&](const ContactRows& rows) { warm_start(rows, scratch.movers); });
    report.contact_sweeps += sweep_all(settings, settings.iterations, goal, scratch);
    move();
    close_gaps(scratch);
    goal.push = false;
    report.contact_sweeps += sweep_all(settings, settings.relaxations, goal, scratch);
    if (settings.solver == ContactSolver::Complementarity)
        report.contact_residual = std::max(report.contact_residual, worst_residual(goal, scratch));
}

}  // namespace souple
