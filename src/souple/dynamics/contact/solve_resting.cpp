// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/solve_resting.h"

#include <algorithm>

#include "souple/dynamics/contact/colour_rows.h"
#include "souple/dynamics/contact/contact_rows.h"
#include "souple/dynamics/contact/fill_rows.h"
#include "souple/dynamics/contact/propagate_shock.h"

namespace souple {

namespace {

/// Calls fn(packet) for all packets: upward along the contact graph when that was asked for, else by colours.
template <class Fn>
void visit_packets(InteractionScratch& scratch, const Fn& fn) {
    if (scratch.upward.empty()) return for_each_packet(scratch, fn);
    for (const int k : scratch.upward) fn(scratch.packets[k]);
}

/// Returns the number of sweeps.
int sweep_to_tolerance(const ContactSettings& settings, SweepGoal goal, InteractionScratch& scratch) {
    constexpr int look_every = 8;  // a residual costs about as much as a sweep
    goal.order = SweepOrder::NormalFirst;
    for (int n = 0; n < settings.max_iterations; n += look_every) {
        for (int k = 0; k < look_every; ++k) {
            visit_packets(scratch, [&](RowPacket& packet) { solve_rows(goal, packet, scratch.movers); });
            goal.lands = false;
        }
        if (worst_residual(goal.h, scratch) <= settings.tolerance) return n + look_every;
    }
    return settings.max_iterations;
}

int sweep_all(const ContactSettings& settings, int sweeps, SweepGoal goal, InteractionScratch& scratch) {
    if (settings.solver == ContactSolver::Complementarity) return sweep_to_tolerance(settings, goal, scratch);
    for (int k = 0; k < sweeps; ++k) {
        visit_packets(scratch, [&](RowPacket& packet) { solve_rows(goal, packet, scratch.movers); });
        goal.lands = false;
    }
    if (!scratch.upward.empty()) propagate_shock(goal.h, scratch);
    return sweeps;
}

/// Pushes overlaps apart with velocities of their own, which act on places only. Leaves them in
/// scratch.push_velocity; false when nothing overlaps.
bool push_apart(const ContactSettings& settings, Real h, InteractionScratch& scratch) {
    const bool any = std::any_of(scratch.packets.begin(), scratch.packets.end(),
                                 [&](const RowPacket& packet) { return overlaps(packet, settings.slop); });
    if (!any || settings.push_rate <= 0) return false;
    scratch.push_velocity.resize(scratch.movers.velocity.size());
    parallel_for(static_cast<int>(scratch.push_velocity.size()),
                 [&](int m) { scratch.push_velocity[m] = MoverVelocity{}; });
    PushGoal goal{h, settings.push_rate, settings.push_speed, settings.slop, true};
    std::swap(scratch.movers.velocity, scratch.push_velocity);
    for (int k = 0; k < settings.push_iterations; ++k) {
        visit_packets(scratch, [&](RowPacket& packet) { solve_push(goal, packet, scratch.movers); });
        goal.first = false;
    }
    std::swap(scratch.movers.velocity, scratch.push_velocity);
    return true;
}

/// Weighs the rows and applies the impulses they start with.
void start_rows(InteractionScratch& scratch) {
    const bool weighed = !scratch.movers.trees.empty();
    if (weighed) weigh_packets(scratch);
    for_each_packet(scratch, [&](RowPacket& packet) {
        if (!weighed) weigh_rows(scratch.places[&packet - scratch.packets.data()], scratch.movers, packet);
        warm_start(packet, scratch.movers);
    });
}

}  // namespace

void weigh_packets(InteractionScratch& scratch) {
    const auto weigh = [&](int p) { weigh_rows(scratch.places[p], scratch.movers, scratch.packets[p]); };
    const int count = static_cast<int>(scratch.packets.size());
    if (scratch.movers.trees.empty()) return parallel_for(count, weigh, 64);
    for (int p = 0; p < count; ++p) weigh(p);
}

Real worst_residual(Real h, const InteractionScratch& scratch) {
    return parallel_sum(static_cast<int>(scratch.packets.size()), Largest{},
                        [&](int k) { return Largest{residual_of(h, scratch.packets[k], scratch.movers)}; })
        .value;
}

void solve_resting(const Model& model, Real h, InteractionScratch& scratch, StepReport& report,
                   const std::function<void(bool)>& move) {
    const ContactSettings& settings = model.contact;
    const int more = (settings.iterations + 1) / 2;
    start_rows(scratch);
    report.contact_sweeps += sweep_all(settings, settings.iterations, {h}, scratch);
    move(push_apart(settings, h, scratch));
    report.contact_sweeps += sweep_all(settings, more, {h, SweepOrder::FrictionFirst, true}, scratch);
    for_each_packet(scratch, [&](RowPacket& packet) { clamp_friction(packet, scratch.movers); });
    if (settings.solver == ContactSolver::Complementarity)
        report.contact_residual = std::max(report.contact_residual, worst_residual(h, scratch));
}

}  // namespace souple
