// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Who is near a place, asked of a registration: rings grow around its cell until nobody can be missing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "souple/topology/environment/registration.h"

namespace souple {

/// Cells to look at, each once. Room that a query reuses.
struct CellQueue {
    std::vector<int> cells;
    std::vector<std::uint64_t> seen;  ///< hashed: stamp and number
    std::uint32_t stamp = 0;

    void start() {
        cells.clear();
        if (seen.empty()) seen.resize(256, 0);
        if (++stamp == 0) stamp = 1;
    }
    /// True the first time; darts of holes are marked under negative numbers and are no cells.
    bool mark(int number) {
        const std::uint64_t key = (std::uint64_t(stamp) << 32) | static_cast<std::uint32_t>(number);
        const std::size_t mask = seen.size() - 1;
        std::size_t slot = (static_cast<std::uint32_t>(number) * 0x9e3779b1u >> 7) & mask;
        for (; seen[slot] >> 32 == stamp; slot = (slot + 1) & mask)
            if (seen[slot] == key) return false;
        seen[slot] = key;
        ++marked;
        return true;
    }
    void push(int cell) {
        if (mark(cell)) cells.push_back(cell);
        if (2 * marked > seen.size()) grow();
    }
    void grow();

    std::size_t marked = 0;
};

/// Marks the cells that meet the disc beyond the holes of a cell.
void cross_holes(const Environment& ground, Face f, const Vec2& p, Real squared_radius, CellQueue& queue);

/// Calls fn(point) once for everybody within a distance of p, which `start` holds, and for some others.
/// `squared_radius()` [m^2] is asked again and again and may get smaller.
template <class Radius, class Fn>
void visit_near(const Registration& reg, Face start, const Vec2& p, const Radius& squared_radius,
                CellQueue& queue, const Fn& fn) {
    queue.start();
    queue.marked = 0;
    queue.push(start.index);
    for (std::size_t k = 0; k < queue.cells.size(); ++k) {
        const int cell = queue.cells[k];
        if (squared_distance(reg.ground.box[Face{cell}], p) > squared_radius()) continue;
        for (const int i : reg.present[cell]) fn(i);
        for (const int c : reg.around[cell])
            if (squared_distance(reg.ground.box[Face{c}], p) <= squared_radius()) queue.push(c);
        if (!reg.ground.is_convex) cross_holes(reg.ground, Face{cell}, p, squared_radius(), queue);
    }
}

/// Calls fn(point) once for every point with |point - p| <= r [m].
template <class Fn>
void near(const Registration& reg, std::span<const Vec2> places, Face start, const Vec2& p, Real r,
          CellQueue& queue, const Fn& fn) {
    visit_near(
        reg, start, p, [r] { return r * r; }, queue,
        [&](int i) {
            if ((places[i] - p).squaredNorm() <= r * r) fn(i);
        });
}

}  // namespace souple
