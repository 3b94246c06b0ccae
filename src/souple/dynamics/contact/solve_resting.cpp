// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/solve_resting.h"

#include <algorithm>

#include "souple/dynamics/contact/colour_rows.h"
#include "souple/dynamics/contact/contact_rows.h"
#include "souple/dynamics/contact/propagate_shock.h"

namespace souple {

namespace {

/// Calls fn(packet) for all packets: upward along the contact graph when that was asked for, else by colours.
template <class Fn>
void visit_packets(InteractionScratch& scratch, const Fn& fn) {
    if (scratch.upward.empty()) return for_each_packet(scratch, fn);
    for (const int k : scratch.upward) fn(scratch.packets[k]);
}

/// Calls fn(packet) for all packets at once; it must not touch any mover.
template <class Fn>
void for_each_alone(InteractionScratch& scratch, const Fn& fn) {
    parallel_for(
        static_cast<int>(scratch.packets.size()), [&](int k) { fn(scratch.packets[k]); }, 512);
}

/// Returns the number of sweeps.
int sweep_to_tolerance(const ContactSettings& settings, Real h, InteractionScratch& scratch) {
    constexpr int look_every = 8;  // a residual costs about as much as a sweep
    const SweepGoal goal{h, SweepOrder::NormalFirst};
    for (int n = 0; n < settings.max_iterations; n += look_every) {
        for (int k = 0; k < look_every; ++k)
            visit_packets(scratch, [&](RowPacket& packet) { solve_rows(goal, packet, scratch.movers); });
        if (worst_residual(h, scratch) <= settings.tolerance) return n + look_every;
    }
    return settings.max_iterations;
}

int sweep_all(const ContactSettings& settings, int sweeps, Real h, InteractionScratch& scratch) {
    if (settings.solver == ContactSolver::Complementarity) return sweep_to_tolerance(settings, h, scratch);
    const SweepGoal goal{h, SweepOrder::FrictionFirst};
    for (int k = 0; k < sweeps; ++k)
        visit_packets(scratch, [&](RowPacket& packet) { solve_rows(goal, packet, scratch.movers); });
    if (!scratch.upward.empty()) propagate_shock(h, scratch);
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
    for_each_alone(scratch, [](RowPacket& packet) { std::fill_n(packet.push, 4, Lanes{}); });
    const PushGoal goal{h, settings.push_rate, settings.push_speed, settings.slop};
    std::swap(scratch.movers.velocity, scratch.push_velocity);
    for (int k = 0; k < settings.push_iterations; ++k)
        visit_packets(scratch, [&](RowPacket& packet) { solve_push(goal, packet, scratch.movers); });
    std::swap(scratch.movers.velocity, scratch.push_velocity);
    return true;
}

}  // namespace

Real worst_residual(Real h, const InteractionScratch& scratch) {
    Real worst = 0;
    for (const RowPacket& packet : scratch.packets)
        worst = std::max(worst, residual_of(h, packet, scratch.movers));
    return worst;
}

void solve_resting(const Model& model, Real h, InteractionScratch& scratch, StepReport& report,
                   const std::function<void(bool)>& move) {
    const ContactSettings& settings = model.contact;
    for_each_packet(scratch, [&](const RowPacket& packet) { warm_start(packet, scratch.movers); });
    report.contact_sweeps += sweep_all(settings, settings.iterations, h, scratch);
    move(push_apart(settings, h, scratch));
    for_each_alone(scratch, [](RowPacket& packet) { land(packet); });
    report.contact_sweeps += sweep_all(settings, (settings.iterations + 1) / 2, h, scratch);
    for_each_packet(scratch, [&](RowPacket& packet) { clamp_friction(packet, scratch.movers); });
    if (settings.solver == ContactSolver::Complementarity)
        report.contact_residual = std::max(report.contact_residual, worst_residual(h, scratch));
}

}  // namespace souple
