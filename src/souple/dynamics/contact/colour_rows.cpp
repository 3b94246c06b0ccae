// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/colour_rows.h"

#include <algorithm>
#include <array>
#include <bit>

namespace souple {

namespace {

/// Calls fn(mover) for every mover that an impulse on this side moves.
template <class Fn>
void for_each_mover(const Movers& movers, const ManifoldSide& side, const Fn& fn) {
    if (side.mover >= 0) fn(leader_of(movers, side.mover));
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

/// A mover next to something of level n is of level n + 1, unless it is lower already. Returns whether any
/// was.
bool raise(InteractionScratch& scratch, int mover, int level) {
    if (mover < 0 || mover >= scratch.movers.first_driven) return false;
    if (level == nowhere || scratch.level[mover] <= level + 1) return false;
    scratch.level[mover] = level + 1;
    return true;
}

/// Gives every active manifold its colour, and counts those of each colour.
std::array<int, colour_limit + 1> choose_colours(InteractionScratch& scratch) {
    std::array<int, colour_limit + 1> counts{};
    scratch.used_colours.assign(scratch.movers.velocity.size(), 0);
    scratch.colour_of.resize(scratch.active.size());
    for (std::size_t k = 0; k < scratch.active.size(); ++k) {
        const Manifold& manifold = scratch.manifolds[scratch.active[k]];
        const int colour = first_free_colour(scratch, manifold);
        const auto mark = [&](int mover) { scratch.used_colours[mover] |= std::uint64_t(1) << colour; };
        for_each_mover(scratch.movers, manifold.a, mark);
        for_each_mover(scratch.movers, manifold.b, mark);
        scratch.colour_of[k] = colour;
        ++counts[colour];
    }
    return counts;
}

}  // namespace

int graph_level(const InteractionScratch& scratch, int mover) {
    if (mover >= scratch.movers.first_driven) return 0;
    if (mover >= 0) return scratch.level[mover];
    int lowest = nowhere;
    if (mover == no_mover) return lowest;
    for (const int m : scratch.movers.spreads[-2 - mover].movers)
        if (m >= 0) lowest = std::min(lowest, scratch.level[m]);
    return lowest;
}

void order_upward(InteractionScratch& scratch) {
    scratch.level.assign(scratch.movers.velocity.size(), nowhere);
    for (bool changed = true; changed;) {
        changed = false;
        for (const RowPacket& packet : scratch.packets) {
            changed |= raise(scratch, packet.a[0], graph_level(scratch, packet.b[0]));
            changed |= raise(scratch, packet.b[0], graph_level(scratch, packet.a[0]));
        }
    }
    scratch.upward.resize(scratch.packets.size());
    for (std::size_t k = 0; k < scratch.packets.size(); ++k) scratch.upward[k] = static_cast<int>(k);
    const auto lower = [&](int k) {
        const RowPacket& packet = scratch.packets[k];
        return std::min(graph_level(scratch, packet.a[0]), graph_level(scratch, packet.b[0]));
    };
    std::sort(scratch.upward.begin(), scratch.upward.end(), [&](int p, int q) {
        const int level_p = lower(p), level_q = lower(q);
        return level_p != level_q ? level_p < level_q : p < q;
    });
}

void colour_rows(InteractionScratch& scratch, bool alone) {
    const auto counts = choose_colours(scratch);
    const auto lanes_in = [&](int colour) { return alone || colour == colour_limit ? 1 : lane_count; };
    scratch.colour_begin.assign(1, 0);
    for (int c = 0; c <= colour_limit; ++c)
        scratch.colour_begin.push_back(scratch.colour_begin.back() +
                                       (counts[c] + lanes_in(c) - 1) / lanes_in(c));
    const std::size_t count = scratch.colour_begin.back();
    scratch.packets.resize(count);
    scratch.places.resize(count);
    parallel_for(
        static_cast<int>(count), [&](int k) { scratch.packets[k].manifold.fill(-1); }, 2048);
    std::array<int, colour_limit + 1> entered{};
    for (std::size_t k = 0; k < scratch.active.size(); ++k) {
        const int colour = scratch.colour_of[k], lanes = lanes_in(colour), place = entered[colour]++;
        scratch.packets[scratch.colour_begin[colour] + place / lanes].manifold[place % lanes] =
            scratch.active[k];
    }
}

}  // namespace souple
