// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Who is in which cell: points and segments that move are written down in the cells they are in or cross, and
// stay so while cells are split and merged. Each cell also knows the ring of cells around it. The neighbours
// of a cell are those present in its ring: they are read there and not stored again, so they are never out of
// date.
#pragma once

#include <span>
#include <vector>

#include "souple/topology/environment/environment.h"

namespace souple {

/// A segment, the cells of its ends and those it passes through, sorted.
struct SegmentPlace {
    Vec2 p = Vec2::Zero(), q = Vec2::Zero();  ///< [m]
    Face from, to;
    std::vector<int> crossed;
    /// Those and cells it only touches, so many that they hold all of it; sorted. It may run between small
    /// cells and pass through the one they are merged into.
    std::vector<int> met;
};

struct Registration {
    Environment ground;
    std::vector<Face> cell;                  ///< by point; null: not registered
    std::vector<SegmentPlace> segments;      ///< by segment
    std::vector<std::vector<int>> present;   ///< by cell: points in it, sorted
    std::vector<std::vector<int>> crossing;  ///< by cell: segments through it, sorted
    std::vector<std::vector<int>> meeting;   ///< by cell: segments that have it among those they met, sorted
    std::vector<std::vector<int>> around;    ///< by cell: the cells that share a vertex with it, sorted
    std::vector<int> touched;  ///< cells whose number of points has changed since they were adapted

    // what was done, counted
    long long moves = 0, changes = 0, searches = 0;

    // room to work in
    struct Arrival {
        Face cell;
        bool searched = false;
    };
    std::vector<Arrival> arrivals;
    std::vector<int> kept_points, kept_segments, ring;
    std::vector<Face> found;
    MapChange change;
};

/// An environment with nobody in it.
Registration register_nobody(Environment ground);

/// Registers a point in the leaf that holds it; grows the list of points when needed.
void add_point(Registration& reg, int point, Face cell);
void remove_point(Registration& reg, int point);
/// Writes down that a point is in another cell now.
void change_cell(Registration& reg, int point, Face cell);

/// Moves points from -> to, which are free ways; as many as there are registered points. Those that a wall
/// stops have to be stopped before: `to` is where they end. Same lists on any number of threads.
void move_points(Registration& reg, std::span<const Vec2> from, std::span<const Vec2> to);

/// Adds a segment with its ends in these leaves and returns its number.
int add_segment(Registration& reg, const Vec2& p, Face from, const Vec2& q, Face to);
/// Moves both ends straight to new places, through walls too. The crossed cells are found again unless both
/// ends stay in the one cell they share.
void move_segment(Registration& reg, int segment, const Vec2& p, const Vec2& q);
/// The cells that share a vertex with one that the segment crosses, without those; sorted.
void find_cells_around(const Registration& reg, int segment, std::vector<int>& cells);

/// Calls fn(point) for everybody in a cell and in the ring around it.
template <class Fn>
void ring(const Registration& reg, Face cell, const Fn& fn) {
    for (const int i : reg.present[cell.index]) fn(i);
    for (const int c : reg.around[cell.index])
        for (const int i : reg.present[c]) fn(i);
}

/// Splits a leaf or merges the children of a face, with everybody in them. `places` are those of the points
/// [m].
void split_registered(Registration& reg, Face f, std::span<const Vec2> places);
void merge_registered(Registration& reg, Face f);

/// When cells are split and merged.
struct CellRule {
    int split_above = 16;  ///< points in a cell
    int merge_below = 8;   ///< points in the children together, at most split_above
};

/// What an adaptation did.
struct CellChanges {
    int splits = 0, merges = 0;
};
/// Splits and merges until no touched cell asks for it. `changed(Face, bool split)` hears of each.
template <class Changed>
CellChanges adapt_cells(Registration& reg, const CellRule& rule, std::span<const Vec2> places,
                        const Changed& changed);

/// An empty text, or the first thing that is not as looking at all cells and everybody finds it. Slow.
std::string find_fault(const Registration& reg, std::span<const Vec2> places);

}  // namespace souple

#include "souple/topology/environment/adapt_cells.h"
