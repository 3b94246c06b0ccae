// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Takes back the crossings of pairs of points and triangles, edges and edges, along straight ways. Pairs that
// cross become rows that keep them apart, all rows are solved together, and what still crosses goes on as one
// rigid thing. Impulses come in pairs that leave momentum and angular momentum as they are, and no row can
// add to the kinetic energy.
#pragma once

#include <functional>

#include "souple/dynamics/contact/hold_scratch.h"
#include "souple/dynamics/contact/movers.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

constexpr Real least_kept = 1e-6;  ///< [m] sheets without thickness are kept apart by this

/// What holding reads and changes.
struct HoldRun {
    const Model& model;
    const Movers& movers;
    const std::vector<Vec3>& start;      ///< [m] nobody was crossed here
    const std::vector<Vec3>& own_start;  ///< [m] no sheet was crossed by itself here
    Real h;                              ///< [s] that the ways took
    bool at_once;                        ///< places went by h times the velocities at the end
    State& state;
    HoldScratch& hold;
};

struct HoldCount {
    int held = 0;  ///< crossings found at first
    int open = 0;  ///< and those that nothing could prevent
};

/// Forgets rows and zones of the time before.
void begin_hold(const HoldRun& run);

/// Adds a row that keeps the two sides of `touch` as far apart as they were, but no farther than `keep` [m].
/// Returns it; none when nobody can be moved.
HoldRow* add_hold_row(const HoldRun& run, const HeldPair& pair, const Crossing& touch);

/// Impulses that leave no row violated, by sweeps; with `only_more` none gets smaller.
void solve_hold_rows(const HoldRun& run, int sweeps, bool only_more);

/// Interpolated points follow their ends where those have moved.
void follow_ends(const HoldRun& run);

/// How a push acts on the points of a pair, interpolated ones through their ends.
struct PairPulls {
    static constexpr int most = 16;
    int count = 0;
    std::array<RowPull, most> of{};
    Real answer = 0;  ///< [1/kg]
};

/// A push along a direction at the two spots of a touch, without what would turn all points together.
PairPulls pulls_along(const HoldRun& run, const HeldPair& pair, const Crossing& touch, const Vec3& along);

/// Holds all pairs. `list_pairs` makes hold.pairs hold all that may cross on the present ways; it returns the
/// first that has not been there before, and is asked again until it finds nobody new that crosses.
HoldCount hold_pairs(const HoldRun& run, const std::function<int()>& list_pairs);

}  // namespace souple
