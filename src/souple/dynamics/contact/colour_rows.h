// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Colours: rows of one colour share no mover, so that they can be solved side by side.
#pragma once

#include "souple/core/parallel.h"
#include "souple/dynamics/contact/interaction_scratch.h"

namespace souple {

/// Gives each active manifold the first colour that none of its movers has yet, and its place among the rows.
/// The colour depends only on manifolds it is linked to, so that a new contact elsewhere changes nothing
/// here. A mover with very many contacts fills the last colour, whose rows are solved one after the other.
void colour_rows(InteractionScratch& scratch);

/// Fills scratch.upward: rows in the order of the contact graph (003 F3.63), first those on something fixed,
/// then those on what stands there, and so on; within a level as the rows are.
void order_upward(InteractionScratch& scratch);

constexpr int colour_limit = 63;  ///< colours whose rows may run at once

/// Calls fn(row) for all rows, colour by colour.
template <class Fn>
void for_each_row(InteractionScratch& scratch, const Fn& fn) {
    for (int c = 0; c + 1 < static_cast<int>(scratch.colour_begin.size()); ++c) {
        const int begin = scratch.colour_begin[c], count = scratch.colour_begin[c + 1] - begin;
        const int grain = c == colour_limit ? count : 96;
        parallel_for(
            count, [&](int k) { fn(scratch.rows[begin + k]); }, std::max(1, grain));
    }
}

}  // namespace souple
