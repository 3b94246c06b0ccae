// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Who is in which cell of a ground that is no plane: a space of hexahedra (space.h) or a curved surface
// (curved_ground.h). Points that move are written down in the cells they are in and stay so while cells are
// split and merged; each cell knows the ring of cells around it, and the neighbours of a cell are read from
// the lists of its ring. Things much larger than the cells are written down in coarse cells only.
//
// A ground gives: its kind of Place, cell_slots, is_leaf_cell, level_of_cell, parent_of_cell, can_merge_cell,
// for_each_child_cell, box_of_cell, cell_holds, keeps_shapes, find_ring, split_cell, merge_cell and
// seek_cell.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "souple/core/parallel.h"
#include "souple/geometry/aabb.h"
#include "souple/topology/cell_arrival.h"
#include "souple/topology/environment/near_cells.h"

namespace souple {

/// A box that is written down in cells of one level, or in leaves that are coarser.
struct LargeThing {
    Aabb box;  ///< [m]
    int level = 0;
    std::vector<int> cells;
};

template <class Ground>
struct CellRegister {
    using Place = typename Ground::Place;

    Ground ground;
    std::vector<int> cell;                  ///< by point; -1: not registered
    std::vector<int> hint;                  ///< by point: a dart of its cell, or of an older one
    std::vector<std::vector<int>> present;  ///< by cell: points in it, sorted
    std::vector<std::vector<int>> around;   ///< by leaf: the leaves that share a vertex with it, sorted
    std::vector<std::vector<int>> large;    ///< by cell: large things written down in it, sorted
    /// By cell of the first mesh, as before any split; large things need a ground that comes without splits.
    std::vector<std::vector<int>> first_around;
    std::vector<LargeThing> things;
    std::vector<int> touched;  ///< cells whose number of points has changed since they were adapted

    // what was done, counted
    long long moves = 0, changes = 0, searches = 0;

    // room to work in
    std::vector<CellArrival> arrivals;
    std::vector<int> kept, ring, found;
};

inline void put_sorted(std::vector<int>& list, int value) {
    list.insert(std::lower_bound(list.begin(), list.end(), value), value);
}
inline void take_sorted(std::vector<int>& list, int value) {
    const auto place = std::lower_bound(list.begin(), list.end(), value);
    if (place != list.end() && *place == value) list.erase(place);
}

template <class Ground>
void fit_lists(CellRegister<Ground>& reg) {
    const std::size_t cells = cell_slots(reg.ground);
    if (reg.present.size() >= cells) return;
    reg.present.resize(cells);
    reg.around.resize(cells);
    reg.large.resize(cells);
}

/// A ground with nobody in it.
template <class Ground>
CellRegister<Ground> register_nobody(Ground ground) {
    CellRegister<Ground> reg;
    reg.ground = std::move(ground);
    fit_lists(reg);
    for (int c = 0; c < cell_slots(reg.ground); ++c)
        if (is_leaf_cell(reg.ground, c)) find_ring(reg.ground, c, reg.around[c]);
    reg.first_around = reg.around;
    return reg;
}

template <class Ground>
void add_point(CellRegister<Ground>& reg, int point, int cell, int hint = -1) {
    if (point >= static_cast<int>(reg.cell.size())) {
        reg.cell.resize(point + 1, -1);
        reg.hint.resize(point + 1, -1);
    }
    reg.cell[point] = cell;
    reg.hint[point] = hint;
    put_sorted(reg.present[cell], point);
    reg.touched.push_back(cell);
}

template <class Ground>
void remove_point(CellRegister<Ground>& reg, int point) {
    take_sorted(reg.present[reg.cell[point]], point);
    reg.touched.push_back(reg.cell[point]);
    reg.cell[point] = -1;
}

/// Moves everybody to new places. Same lists on any number of threads. Who leaves the ground stays written
/// down where he was, and is counted among the searches.
template <class Ground>
void move_points(CellRegister<Ground>& reg, std::span<const typename Ground::Place> to) {
    const int count = static_cast<int>(reg.cell.size());
    reg.arrivals.resize(count);
    parallel_for(count, [&](int i) {
        if (reg.cell[i] >= 0) reg.arrivals[i] = seek_cell(reg.ground, reg.cell[i], reg.hint[i], to[i]);
    });
    for (int i = 0; i < count; ++i) {
        if (reg.cell[i] < 0) continue;
        const CellArrival& arrival = reg.arrivals[i];
        ++reg.moves;
        reg.searches += arrival.searched ? 1 : 0;
        if (arrival.cell < 0) continue;
        reg.hint[i] = arrival.hint;
        if (arrival.cell == reg.cell[i]) continue;
        remove_point(reg, i);
        add_point(reg, i, arrival.cell, arrival.hint);
        ++reg.changes;
    }
}

/// Calls fn(point) for everybody in a leaf and in the ring around it.
template <class Ground, class Fn>
void ring(const CellRegister<Ground>& reg, int cell, const Fn& fn) {
    for (const int i : reg.present[cell]) fn(i);
    for (const int c : reg.around[cell])
        for (const int i : reg.present[c]) fn(i);
}

/// Calls fn(point) for everybody in the cells that come within r [m] of p and hang together with `start`,
/// which holds p. In a convex space that is everybody within r; on a surface everybody within r that is
/// reached without leaving the ball, so nobody on the far side of a thin tube. Some others may be among them.
template <class Ground, class Fn>
void visit_near(const CellRegister<Ground>& reg, int start, const Vec3& p, Real r, CellQueue& queue,
                const Fn& fn) {
    queue.start();
    queue.marked = 0;
    queue.push(start);
    for (std::size_t k = 0; k < queue.cells.size(); ++k) {
        const int cell = queue.cells[k];
        for (const int i : reg.present[cell]) fn(i);
        for (const int c : reg.around[cell])
            if (squared_distance(box_of_cell(reg.ground, c), p) <= r * r) queue.push(c);
    }
}

/// The child that holds a place: the first in their order.
template <class Ground>
int child_holding(const CellRegister<Ground>& reg, int cell, const typename Ground::Place& p) {
    int holder = -1;
    for_each_child_cell(reg.ground, cell, [&](int c) {
        if (holder < 0 && cell_holds(reg.ground, c, p)) holder = c;
    });
    return holder;
}

/// Finds those again whose cells have got another shape because a cell beside them was split or merged.
template <class Ground>
void find_again(CellRegister<Ground>& reg, std::span<const typename Ground::Place> places) {
    reg.kept.clear();
    for (const int c : reg.ring)
        reg.kept.insert(reg.kept.end(), reg.present[c].begin(), reg.present[c].end());
    for (const int i : reg.kept) {
        const CellArrival arrival = seek_cell(reg.ground, reg.cell[i], reg.hint[i], places[i]);
        reg.searches += arrival.searched ? 1 : 0;
        if (arrival.cell < 0 || arrival.cell == reg.cell[i]) continue;
        remove_point(reg, i);
        add_point(reg, i, arrival.cell, arrival.hint);
    }
}

/// Splits a leaf with everybody in it. `places` are those of the points. False: the ground refused.
template <class Ground>
bool split_registered(CellRegister<Ground>& reg, int cell, std::span<const typename Ground::Place> places) {
    if (!split_cell(reg.ground, cell)) return false;
    std::vector<int> points, things;
    points.swap(reg.present[cell]);
    reg.ring.swap(reg.around[cell]);
    reg.around[cell].clear();
    for (const int t : reg.large[cell])
        if (reg.things[t].level > level_of_cell(reg.ground, cell)) things.push_back(t);
    fit_lists(reg);
    for_each_child_cell(reg.ground, cell, [&](int c) {
        reg.present[c].clear();
        reg.large[c].clear();
        find_ring(reg.ground, c, reg.around[c]);
    });
    for (const int c : reg.ring) find_ring(reg.ground, c, reg.around[c]);
    for (const int t : things) sink_large(reg, t, cell);
    int first = -1;
    for_each_child_cell(reg.ground, cell, [&](int c) { first = first < 0 ? c : first; });
    for (const int i : points) {
        int child = child_holding(reg, cell, places[i]);
        int hint = -1;
        if (child < 0) {
            const CellArrival arrival = seek_cell(reg.ground, first, -1, places[i]);
            child = arrival.cell < 0 ? first : arrival.cell;
            hint = arrival.hint;
        }
        add_point(reg, i, child, hint);
    }
    if (!keeps_shapes(reg.ground)) find_again(reg, places);
    return true;
}

/// Merges the children of a cell, which are leaves, with everybody in them.
template <class Ground>
void merge_registered(CellRegister<Ground>& reg, int cell, std::span<const typename Ground::Place> places) {
    std::vector<int> points, things;
    reg.ring.clear();
    for_each_child_cell(reg.ground, cell, [&](int c) {
        points.insert(points.end(), reg.present[c].begin(), reg.present[c].end());
        things.insert(things.end(), reg.large[c].begin(), reg.large[c].end());
        for (const int n : reg.around[c])
            if (parent_of_cell(reg.ground, n) != cell) reg.ring.push_back(n);
        reg.present[c].clear();
        reg.around[c].clear();
    });
    std::sort(things.begin(), things.end());
    things.erase(std::unique(things.begin(), things.end()), things.end());
    for (const int t : things) lift_large(reg, t, cell);
    merge_cell(reg.ground, cell);
    std::sort(reg.ring.begin(), reg.ring.end());
    reg.ring.erase(std::unique(reg.ring.begin(), reg.ring.end()), reg.ring.end());
    find_ring(reg.ground, cell, reg.around[cell]);
    for (const int c : reg.ring) find_ring(reg.ground, c, reg.around[c]);
    std::sort(points.begin(), points.end());
    for (const int i : points) reg.cell[i] = cell;
    reg.present[cell] = std::move(points);
    reg.touched.push_back(cell);
    if (keeps_shapes(reg.ground)) return;
    reg.ring.push_back(cell);
    find_again(reg, places);
}

/// Splits and merges until no touched cell asks for it. `changed(cell, bool split)` hears of each, of a merge
/// before it happens.
template <class Ground, class Changed>
CellChanges adapt_cells(CellRegister<Ground>& reg, const CellRule& rule,
                        std::span<const typename Ground::Place> places, const Changed& changed) {
    CellChanges done;
    std::vector<int> refused;  // asked again the next time, as they are when the lists are built anew
    const auto wants_merge = [&](int parent) {
        if (parent < 0 || !can_merge_cell(reg.ground, parent)) return false;
        std::size_t sum = 0;
        for_each_child_cell(reg.ground, parent, [&](int c) { sum += reg.present[c].size(); });
        return static_cast<int>(sum) < rule.merge_below;
    };
    while (!reg.touched.empty()) {
        const int c = reg.touched.back();
        reg.touched.pop_back();
        if (!is_leaf_cell(reg.ground, c)) continue;
        const int parent = parent_of_cell(reg.ground, c);
        if (static_cast<int>(reg.present[c].size()) > rule.split_above &&
            level_of_cell(reg.ground, c) < reg.ground.max_level) {
            if (!split_registered(reg, c, places)) {
                refused.push_back(c);
                continue;
            }
            changed(c, true);
            ++done.splits;
        } else if (wants_merge(parent)) {
            changed(parent, false);
            merge_registered(reg, parent, places);
            ++done.merges;
        }
    }
    reg.touched = std::move(refused);
    return done;
}
template <class Ground>
CellChanges adapt_cells(CellRegister<Ground>& reg, const CellRule& rule,
                        std::span<const typename Ground::Place> places) {
    return adapt_cells(reg, rule, places, [](int, bool) {});
}

}  // namespace souple

#include "souple/topology/large_things.h"
