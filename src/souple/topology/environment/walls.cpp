// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/environment/walls.h"

#include "souple/geometry/orient.h"
#include "souple/topology/walks.h"

namespace souple {

namespace {

bool is_wall_side(const Environment& ground, Dart d) {
    const Face f = face_of(ground.map, d);
    return f && !is_obstacle(ground, f) && !can_pass(ground, d);
}

/// The wall that goes straight on where this one ends, or null.
Dart straight_on(const Environment& ground, Dart d) {
    Dart next = phi1(ground.map, d);
    // around the end, through free sides, to the next wall
    for (int turns = 0; turns < 64 && !is_wall_side(ground, next); ++turns)
        next = phi1(ground.map, phi2(ground.map, next));
    if (!is_wall_side(ground, next)) return {};
    const Vec2 way = finish_of(ground, d) - start_of(ground, d),
               on = finish_of(ground, next) - start_of(ground, next);
    const bool straight =
        orient(start_of(ground, d), finish_of(ground, d), finish_of(ground, next)) == 0 && way.dot(on) > 0;
    return straight ? next : Dart{};
}

}  // namespace

std::vector<Wall> find_walls(const Environment& ground) {
    const int darts = ground.map.darts.slot_count();
    std::vector<int> next(darts, -1);
    std::vector<char> continues(darts, 0);
    for (int d = 0; d < darts; ++d) {
        if (!ground.map.darts.is_live(d) || !is_wall_side(ground, Dart{d})) continue;
        next[d] = straight_on(ground, Dart{d}).index;
        if (next[d] >= 0) continues[next[d]] = 1;
    }
    std::vector<Wall> walls;
    for (int d = 0; d < darts; ++d) {
        if (!ground.map.darts.is_live(d) || !is_wall_side(ground, Dart{d}) || continues[d]) continue;
        int last = d;
        while (next[last] >= 0) last = next[last];
        walls.push_back({start_of(ground, Dart{d}), finish_of(ground, Dart{last})});
    }
    return walls;
}

}  // namespace souple
