// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Colours: manifolds of one colour share no mover, so that they can be solved side by side, four in a packet
// and packets on different threads.
#pragma once

#include "souple/core/parallel.h"
#include "souple/dynamics/contact/interaction_scratch.h"

namespace souple {

/// Gives each active manifold the first colour that none of its movers has yet, and a lane of a packet.
/// The colour depends only on manifolds it is linked to, so that a new contact elsewhere changes nothing
/// here. A mover with very many contacts fills the last colour, which is solved one after the other.
/// `alone` leaves every manifold a packet of its own.
void colour_rows(InteractionScratch& scratch, bool alone);

/// Fills scratch.upward: packets in the order of the contact graph (003 F3.63), first those on something
/// fixed, then those on what stands there, and so on; within a level as they are.
void order_upward(InteractionScratch& scratch);

/// Steps of the contact graph from something fixed to a mover, after order_upward; the same large number for
/// all that hang on nothing fixed.
int graph_level(const InteractionScratch& scratch, int mover);

constexpr int colour_limit = 63;  ///< colours whose packets may run at once

/// Calls fn(packet) for all packets, colour by colour.
template <class Fn>
void for_each_packet(InteractionScratch& scratch, const Fn& fn) {
    for (int c = 0; c + 1 < static_cast<int>(scratch.colour_begin.size()); ++c) {
        const int begin = scratch.colour_begin[c], count = scratch.colour_begin[c + 1] - begin;
        const int grain = c == colour_limit ? count : 32;
        parallel_for(
            count, [&](int k) { fn(scratch.packets[begin + k]); }, std::max(1, grain));
    }
}

}  // namespace souple
