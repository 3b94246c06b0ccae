// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/propagate_shock.h"

#include <algorithm>

#include "souple/dynamics/contact/colour_rows.h"
#include "souple/dynamics/contact/contact_rows.h"
#include "souple/dynamics/contact/fill_rows.h"

namespace souple {

namespace {

/// The side that is nearer to something fixed, as a mover that can be held; no_mover when there is none.
/// A spot of a sheet is not held: its points belong to several spots.
int lower_mover(const InteractionScratch& scratch, const RowPacket& packet) {
    const int level_a = graph_level(scratch, packet.a[0]), level_b = graph_level(scratch, packet.b[0]);
    if (level_a == level_b) return no_mover;
    const int lower = level_a < level_b ? packet.a[0] : packet.b[0];
    return lower >= 0 && lower < scratch.movers.first_driven ? lower : no_mover;
}

/// What this pass leaves over nobody else corrects, and the places of a manifold converge quickly.
constexpr int held_rounds = 8;

/// Solves a packet for what is still wrong with it, while one mover answers no impulse.
void solve_held(const SweepGoal& goal, int held, const CarriedPlaces& places, RowPacket packet,
                Movers& movers) {
    const MoverAnswer answer = movers.answer[held];
    movers.answer[held] = {};
    weigh_rows(places, movers, packet);
    std::fill_n(packet.impulse, 4, Lanes{});
    packet.impulse_1 = packet.impulse_2 = packet.twist = Lanes{};
    for (int k = 0; k < held_rounds; ++k) solve_rows(goal, packet, movers);
    movers.answer[held] = answer;
}

}  // namespace

void propagate_shock(Real h, InteractionScratch& scratch) {
    const SweepGoal goal{h, SweepOrder::FrictionFirst};
    for (const int k : scratch.upward) {
        const int held = lower_mover(scratch, scratch.packets[k]);
        if (held == no_mover)
            solve_rows(goal, scratch.packets[k], scratch.movers);
        else
            solve_held(goal, held, scratch.places[k], scratch.packets[k], scratch.movers);
    }
}

}  // namespace souple
