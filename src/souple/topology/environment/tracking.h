// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Follows points that move straight through the cells of an environment, from side to side, never wrong:
// every turn is decided by the exact side of a line, from the place where the movement began.
//
//   +-------+-------+      The line leaves a cell through the side whose start is on its right, or on it,
//   whose |   p   | ------>q     end is on its left, or on it, and that has q beyond. Through a corner it
//   turns from |    \--|--/    |      cell to cell around that corner.
//   +-------+-------+
#pragma once

#include "souple/geometry/orient.h"
#include "souple/topology/environment/environment.h"

namespace souple {

/// Where a movement ended.
struct TrackEnd {
    Face cell;                  ///< holds the place; of several the one that the line came to first
    Vec2 place = Vec2::Zero();  ///< [m] the goal, or where a wall was met
    Dart wall;                  ///< null, or the side that was in the way, seen from the cell
    int crossings = 0;          ///< sides that were crossed
    bool searched_all = false;  ///< the line was lost and all cells were looked at
};

/// What part of its cell a point is on.
enum class PlaceKind { Face, Edge, Vertex };
PlaceKind kind_of_place(const Environment& ground, Face f, const Vec2& p);

/// The side through which the line from p leaves the cell on its way to q; null when q is in the cell.
struct LineExit {
    Dart side;
    bool arrived = false;
};
inline LineExit exit_of(const Environment& ground, Face f, const Vec2& p, const Vec2& q) {
    const Dart first = dart_of(ground.map, f);
    Dart d = first;
    bool inside = true;
    do {
        const Dart next = phi1(ground.map, d);
        const Vec2 &a = start_of(ground, d), &b = start_of(ground, next);
        if (orient(a, b, q) < 0) {
            inside = false;
            if (orient(p, q, a) <= 0 && orient(p, q, b) >= 0) return {d, false};
        }
        d = next;
    } while (d != first);
    return {{}, inside};
}

/// Moves from p, which the cell holds, straight to q. Calls visit(Face) for every cell on the way after the
/// first; those that are only touched at a corner may be among them. Walls, obstacles and holes stop it: the
/// end is on the near side, and so is all of the way to it.
template <class Visit>
TrackEnd follow_line(const Environment& ground, Face from, const Vec2& p, const Vec2& q, const Visit& visit);
TrackEnd track(const Environment& ground, Face from, const Vec2& p, const Vec2& q);
/// The same through walls and obstacles; only holes stop it.
TrackEnd track_freely(const Environment& ground, Face from, const Vec2& p, const Vec2& q);

/// The leaf that holds p: by a walk from a cell, else by looking at all; null when none does.
Face locate(const Environment& ground, Face hint, const Vec2& p);

/// More crossings than any straight line can have.
inline int most_crossings(const Environment& ground) { return 64 + 2 * ground.map.darts.live_count(); }

/// The end of a movement that was lost on the way: the cell is found by looking at all of them.
TrackEnd search_end(const Environment& ground, Face from, const Vec2& p, const Vec2& q);
/// The last place before a side that is in the way.
TrackEnd stop_before(const Environment& ground, Face from, const Vec2& p, const Vec2& q, Dart wall,
                     int crossings);

template <class Visit>
TrackEnd follow_line(const Environment& ground, Face from, const Vec2& p, const Vec2& q, const Visit& visit) {
    Face f = from;
    const int most = most_crossings(ground);
    for (int crossings = 0; crossings < most; ++crossings) {
        const auto [side, arrived] = exit_of(ground, f, p, q);
        if (arrived) return {f, q, {}, crossings, false};
        if (!side) break;
        if (!can_pass(ground, side)) return stop_before(ground, from, p, q, side, crossings);
        f = face_of(ground.map, phi2(ground.map, side));
        visit(f);
    }
    return search_end(ground, from, p, q);
}

}  // namespace souple
