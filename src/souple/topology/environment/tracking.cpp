// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/environment/tracking.h"

#include <algorithm>
#include <cmath>

namespace souple {

namespace {

/// Whether the way from p to q is free, and the cell where it ends.
struct FreeWay {
    bool is_free = false;
    Face cell;
};
FreeWay try_way(const Environment& ground, Face from, const Vec2& p, const Vec2& q) {
    Face f = from;
    for (int left = most_crossings(ground); left > 0; --left) {
        const auto [side, arrived] = exit_of(ground, f, p, q);
        if (arrived) return {true, f};
        if (!side || !can_pass(ground, side)) return {};
        f = face_of(ground.map, phi2(ground.map, side));
    }
    return {};
}

}  // namespace

PlaceKind kind_of_place(const Environment& ground, Face f, const Vec2& p) {
    PlaceKind kind = PlaceKind::Face;
    const Dart first = dart_of(ground.map, f);
    Dart d = first;
    do {
        if (start_of(ground, d) == p) return PlaceKind::Vertex;
        if (orient(start_of(ground, d), finish_of(ground, d), p) == 0) kind = PlaceKind::Edge;
        d = phi1(ground.map, d);
    } while (d != first);
    return kind;
}

TrackEnd stop_before(const Environment& ground, Face from, const Vec2& p, const Vec2& q, Dart wall,
                     int crossings) {
    const Vec2 a = start_of(ground, wall), side = finish_of(ground, wall) - a, way = q - p;
    const Real down = way.x() * side.y() - way.y() * side.x();
    Real t = ((a - p).x() * side.y() - (a - p).y() * side.x()) / down;
    t = std::isfinite(t) ? std::clamp(t, Real(0), Real(1)) : 0;
    // rounding may have put the place behind the side: go back by bits, then by more
    for (int k = 0; k <= 52 && t > 0; k += 2) {
        const Vec2 place = p + t * way;
        if (const FreeWay found = try_way(ground, from, p, place); found.is_free)
            return {found.cell, place, wall, crossings, false};
        t -= std::ldexp(Real(1), k - 52);
    }
    return {from, p, wall, crossings, false};
}

TrackEnd search_end(const Environment& ground, Face from, const Vec2& p, const Vec2& q) {
    TrackEnd end{locate_by_search(ground, q), q, {}, 0, true};
    if (end.cell && !is_obstacle(ground, end.cell)) return end;
    end.cell = from;
    end.place = p;
    return end;
}

TrackEnd track(const Environment& ground, Face from, const Vec2& p, const Vec2& q) {
    return follow_line(ground, from, p, q, [](Face) {});
}

TrackEnd track_freely(const Environment& ground, Face from, const Vec2& p, const Vec2& q) {
    Face f = from;
    const int most = most_crossings(ground);
    for (int crossings = 0; crossings < most; ++crossings) {
        const auto [side, arrived] = exit_of(ground, f, p, q);
        if (arrived) return {f, q, {}, crossings, false};
        if (!side || is_border(ground.map, phi2(ground.map, side))) break;
        f = face_of(ground.map, phi2(ground.map, side));
    }
    return {locate_by_search(ground, q), q, {}, 0, true};
}

Face locate(const Environment& ground, Face hint, const Vec2& p) {
    if (!hint) return locate_by_search(ground, p);
    Vec2 start = centre_of(ground, hint);
    if (!contains(ground, hint, start)) start = start_of(ground, dart_of(ground.map, hint));
    return track_freely(ground, hint, start, p).cell;
}

}  // namespace souple
