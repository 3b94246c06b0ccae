// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Impact zones: points that pushes cannot part go on as one rigid thing, with their momentum and angular
// momentum. Straight ways of a rigid thing never cross, so a zone only grows, and at last nothing crosses.
#pragma once

#include "souple/dynamics/contact/hold_pairs.h"

namespace souple {

/// Whether all points of a pair are in one zone.
bool is_one_zone(const HoldRun& run, const HeldPair& pair);

/// Whether any of them is in a zone.
bool is_in_zone(const HoldRun& run, const HeldPair& pair);

/// All points of the hits belong together from now on.
void join_zones(const HoldRun& run);

/// Gives the points of each zone that has a hit one motion; that of those that are led, if there are any.
void move_zones(const HoldRun& run);

inline void note_moved(HoldScratch& hold, int point) {
    if (hold.moved[point]) return;
    hold.moved[point] = 1;
    hold.moved_points.push_back(point);
}

}  // namespace souple
