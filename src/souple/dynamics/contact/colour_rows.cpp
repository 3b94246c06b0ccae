// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/colour_rows.h"

#include <algorithm>
#include <bit>

namespace souple {

namespace {

/// Calls fn(mover) for every mover that an impulse on this side moves.
template <class Fn>
void for_each_mover(const Movers& movers, const ManifoldSide& side, const Fn& fn) {
    if (side.mover >= 0) fn(side.mover);
    if (side.spread < 0) return;
    for (const int mover : movers.spreads[side.spread].movers)
        if (mover >= 0) fn(mover);
}

int first_free_colour(const InteractionScratch& scratch, const Manifold& manifold) {
    std::uint64_t used = 0;
    const auto collect = [&](int mover) { used |= scratch.used_colours[mover]; };
    for_each_mover(scratch.movers, manifold.a, collect);
    for_each_mover(scratch.movers, manifold.b, collect);
    return std::min(std::countr_one(used), colour_limit);
}

constexpr int nowhere = 1 << 30;  ///< level of what hangs on nothing fixed

int level_of(const InteractionScratch& scratch, int mover) {
    if (mover == fixed_mover) return 0;
    if (mover >= 0) return scratch.level[mover];
    int lowest = nowhere;
    for (const int m : scratch.movers.spreads[-2 - mover].movers)
        if (m >= 0) lowest = std::min(lowest, scratch.level[m]);
    return lowest;
}

/// A mover next to something of level n is of level n + 1, unless it is lower already. Returns whether any
/// was.
bool raise(InteractionScratch& scratch, int mover, int level) {
    if (mover < 0 || level == nowhere || scratch.level[mover] <= level + 1) return false;
    scratch.level[mover] = level + 1;
    return true;
}

}  // namespace

void order_upward(InteractionScratch& scratch) {
    scratch.level.assign(scratch.movers.velocity.size(), nowhere);
    for (bool changed = true; changed;) {
        changed = false;
        for (const ContactRows& rows : scratch.rows) {
            changed |= raise(scratch, rows.a, level_of(scratch, rows.b));
            changed |= raise(scratch, rows.b, level_of(scratch, rows.a));
        }
    }
    scratch.upward.resize(scratch.rows.size());
    for (std::size_t r = 0; r < scratch.rows.size(); ++r) scratch.upward[r] = static_cast<int>(r);
    std::stable_sort(scratch.upward.begin(), scratch.upward.end(), [&](int p, int q) {
        const auto lower = [&](const ContactRows& rows) {
            return std::min(level_of(scratch, rows.a), level_of(scratch, rows.b));
        };
        return lower(scratch.rows[p]) < lower(scratch.rows[q]);
    });
}

void colour_rows(InteractionScratch& scratch) {
    scratch.used_colours.assign(scratch.movers.velocity.size(), 0);
    scratch.colour_of.resize(scratch.active.size());
    scratch.colour_begin.assign(colour_limit + 2, 0);
    for (std::size_t k = 0; k < scratch.active.size(); ++k) {
        const Manifold& manifold = scratch.manifolds[scratch.active[k]];
        const int colour = first_free_colour(scratch, manifold);
        const auto mark = [&](int mover) { scratch.used_colours[mover] |= std::uint64_t(1) << colour; };
        for_each_mover(scratch.movers, manifold.a, mark);
        for_each_mover(scratch.movers, manifold.b, mark);
        scratch.colour_of[k] = colour;
        ++scratch.colour_begin[colour + 1];
    }
    for (std::size_t c = 1; c < scratch.colour_begin.size(); ++c)
        scratch.colour_begin[c] += scratch.colour_begin[c - 1];
    scratch.rows.resize(scratch.active.size());
    std::array<int, colour_limit + 1> next;
    std::copy_n(scratch.colour_begin.begin(), next.size(), next.begin());
    for (std::size_t k = 0; k < scratch.active.size(); ++k)
        scratch.rows[next[scratch.colour_of[k]]++].manifold = scratch.active[k];
}

}  // namespace souple
