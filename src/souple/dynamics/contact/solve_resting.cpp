// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/solve_resting.h"

#include <algorithm>

#include "souple/dynamics/contact/colour_rows.h"

namespace souple {

namespace {

/// Calls fn(rows) for all rows: upward along the contact graph when that was asked for, else by colours.
template <class Fn>
void visit_rows(InteractionScratch& scratch, const Fn& fn) {
    if (scratch.upward.empty()) return for_each_row(scratch, fn);
    for (const int r : scratch.upward) fn(scratch.rows[r]);
}

void sweep_rows(Real h, InteractionScratch& scratch) {
    visit_rows(scratch, [&](ContactRows& rows) { solve_rows(h, rows, scratch.movers); });
}

/// [m/s] the worst of all rows; a maximum does not depend on the order.
Real worst_residual(Real h, const InteractionScratch& scratch) {
    Real worst = 0;
    for (const ContactRows& rows : scratch.rows)
        worst = std::max(worst, residual_of(h, rows, scratch.movers));
    return worst;
}

/// Returns the number of sweeps.
int sweep_to_tolerance(const ContactSettings& settings, Real h, InteractionScratch& scratch) {
    constexpr int look_every = 8;  // a residual costs about as much as a sweep
    for (int n = 0; n < settings.max_iterations; n += look_every) {
        for (int k = 0; k < look_every; ++k)
            visit_rows(scratch,
                       [&](ContactRows& rows) { solve_rows_friction_last(h, rows, scratch.movers); });
        if (worst_residual(h, scratch) <= settings.tolerance) return n + look_every;
    }
    return settings.max_iterations;
}

int sweep_all(const ContactSettings& settings, int sweeps, Real h, InteractionScratch& scratch) {
    if (settings.solver == ContactSolver::Complementarity) return sweep_to_tolerance(settings, h, scratch);
    for (int k = 0; k < sweeps; ++k) sweep_rows(h, scratch);
    return sweeps;
}

bool overlaps(const ContactRows& rows, Real slop) {
    for (int k = 0; k < rows.count; ++k)
        if (rows.gap[k] < -slop) return true;
    return false;
}

/// Pushes overlaps apart with velocities of their own, which act on places only. Leaves them in
/// scratch.push_velocity; false when nothing overlaps.
bool push_apart(const ContactSettings& settings, Real h, InteractionScratch& scratch) {
    const bool any = std::any_of(scratch.rows.begin(), scratch.rows.end(),
                                 [&](const ContactRows& rows) { return overlaps(rows, settings.slop); });
    if (!any || settings.push_rate <= 0) return false;
    scratch.push_velocity.resize(scratch.movers.velocity.size());
    for (const int m : scratch.touched) scratch.push_velocity[m] = {};
    for (ContactRows& rows : scratch.rows) rows.push.setZero();
    const PushGoal goal{h, settings.push_rate, settings.push_speed, settings.slop};
    std::swap(scratch.movers.velocity, scratch.push_velocity);
    for (int k = 0; k < settings.push_iterations; ++k)
        visit_rows(scratch, [&](ContactRows& rows) { solve_push(goal, rows, scratch.movers); });
    std::swap(scratch.movers.velocity, scratch.push_velocity);
    return true;
}

/// A point that was still open when the interval began: one that carries something has arrived and must not
/// stay approaching; one that carries nothing is the affair of the intervals to come.
void land(InteractionScratch& scratch) {
    constexpr Real far_off = 1e9;  // [m]
    for (ContactRows& rows : scratch.rows)
        for (int k = 0; k < rows.count; ++k)
            if (rows.gap[k] > 0) rows.gap[k] = rows.impulse[k] > 0 ? 0 : far_off;
}

}  // namespace

void solve_resting(const Model& model, Real h, InteractionScratch& scratch, StepReport& report,
                   const std::function<void(bool)>& move) {
    const ContactSettings& settings = model.contact;
    scratch.upward.clear();
    if (settings.shock_propagation) order_upward(scratch);
    for_each_row(scratch, [&](const ContactRows& rows) { warm_start(rows, scratch.movers); });
    report.contact_sweeps += sweep_all(settings, settings.iterations, h, scratch);
    move(push_apart(settings, h, scratch));
    land(scratch);
    report.contact_sweeps += sweep_all(settings, (settings.iterations + 1) / 2, h, scratch);
    for_each_row(scratch, [&](ContactRows& rows) { clamp_friction(rows, scratch.movers); });
    if (settings.solver == ContactSolver::Complementarity)
        report.contact_residual = std::max(report.contact_residual, worst_residual(h, scratch));
}

}  // namespace souple
