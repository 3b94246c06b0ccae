// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/environment/near_cells.h"

#include <algorithm>

#include "souple/topology/walks.h"

namespace souple {

namespace {

Real squared_distance_to_side(const Vec2& a, const Vec2& b, const Vec2& p) {
    const Vec2 side = b - a;
    const Real t = std::clamp((p - a).dot(side) / side.squaredNorm(), Real(0), Real(1));
    return (a + t * side - p).squaredNorm();
}

}  // namespace

void CellQueue::grow() {
    std::vector<std::uint64_t> old(4 * seen.size(), 0);
    old.swap(seen);
    const std::uint32_t now = stamp;
    marked = 0;
    for (const std::uint64_t key : old)
        if (key >> 32 == now) mark(static_cast<int>(static_cast<std::uint32_t>(key)));
}

void cross_holes(const Environment& ground, Face f, const Vec2& p, Real squared_radius, CellQueue& queue) {
    // rounding of the distance must not hide a cell whose rounded box is still near
    const Real reach = squared_radius * (1 + 1e-9);
    for_each_dart(ground.map, f, [&](Dart d) {
        const Dart hole = phi2(ground.map, d);
        if (!is_border(ground.map, hole) || !queue.mark(-2 - hole.index)) return;
        if (squared_distance_to_side(start_of(ground, d), finish_of(ground, d), p) > reach) return;
        for_each_dart_around(ground.map, hole, [&](Dart x) {
            queue.mark(-2 - x.index);
            if (2 * queue.marked > queue.seen.size()) queue.grow();
            const Dart inner = phi2(ground.map, x);
            if (squared_distance_to_side(start_of(ground, inner), finish_of(ground, inner), p) <= reach)
                queue.push(face_of(ground.map, inner).index);
        });
    });
}

}  // namespace souple
