// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Buffers of hold_pairs, hold_sheets and meet_itself: where sheets were, who may have crossed whom on the
// way, what keeps them apart, and who moves together.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "souple/geometry/bvh.h"
#include "souple/geometry/crossing.h"
#include "souple/geometry/search/pairs.h"

namespace souple {

/// A point and a triangle, or two edges, that may not pass through each other.
struct HeldPair {
    std::array<int, 4> nodes{};
    bool edges = false;  ///< nodes 0, 1 and 2, 3; else point 0 and triangle 1, 2, 3
    bool own = false;    ///< of one sheet that meets itself in its substeps
    Real keep = 0;       ///< [m] how far apart they are left
};

/// A pair that would have crossed.
struct HeldHit {
    int pair = 0;
    Crossing crossing;
};

/// What an impulse of one row does to one point.
struct RowPull {
    int node = 0;
    Vec3 pull = Vec3::Zero();
};

/// Keeps a pair apart: sum of pull . x + offset and sum of pull . v - least_speed may not be negative.
struct HoldRow {
    int first = 0, count = 0;  ///< of HoldScratch::pulls
    Real offset = 0;           ///< [m]
    Real least_speed = 0;      ///< [m/s] never positive: what is apart may come nearer as far as it is
    Real answer = 0;           ///< [1/kg]
    Real shift = 0;            ///< [kg m] so far, on places
    Real impulse = 0;          ///< [N s] so far, on velocities
    Real least_impulse = 0;    ///< [N s] of it, what friction has made use of: it is not given back
    int pair = -1;             ///< HoldScratch::pairs, where it rubs; -1: it does not
    Crossing touch;            ///< where it acts
};

struct HoldScratch {
    std::vector<Vec3> x_start;  ///< [m] at the start of the interval
    std::vector<Vec3> x_own;    ///< [m] after the last substep, of sheets that meet themselves in theirs
    std::vector<Aabb> boxes;    ///< by matter: over the interval
    PairSearch matter_search, edge_search;
    std::vector<IndexPair> found;

    std::vector<HeldPair> pairs;
    std::vector<std::uint8_t> crossed;  ///< by pair
    std::vector<Crossing> crossings;    ///< by pair, of those
    std::vector<HeldHit> hits;          ///< in the order of pairs
    std::vector<HoldRow> rows;
    std::vector<RowPull> pulls;
    std::vector<std::uint8_t> moved;  ///< by point: since pairs were last looked at
    std::vector<int> moved_points;
    std::vector<int> zone;     ///< by point: the way to the first point of those that move with it; -1: none
    std::vector<int> members;  ///< points of zones, by zone
    std::vector<int> hit_zones;
};

/// A pair of one sheet that came near when the sheet was last searched.
struct NearPair {
    std::array<int, 4> nodes{};
    bool edges = false;
    Real keep = 0;  ///< [m]
    bool faces =
        false;          ///< nearest inside of both, or straight over the border: else neighbours stand for it
    Real distance = 0;  ///< [m] where it was last looked at
    Crossing touch;     ///< there
};

/// What a sheet that meets itself remembers between substeps. None of it changes any result.
struct OwnSheet {
    int revision = -1, triangles = -1;  ///< of the model that it was searched in
    bool listed = false, has_trees = false;
    Real travel = 0;         ///< [m] bound of how far any two points have come nearer to each other
    Real listed_travel = 0;  ///< [m] the same when it was searched
    Real skin = 0;           ///< [m] the list is good for so much travel
    Real edge_length = 0;    ///< [m] mean, at rest
    std::vector<NearPair> near;
    std::vector<Real> due;        ///< [m] by pair: the travel at which it can be as near as it may be
    Real earliest = 0;            ///< [m] of them
    std::vector<int> awake;       ///< of them, those to look at
    std::vector<NearPair> close;  ///< those that may touch in this substep, as HoldScratch::pairs
    std::vector<Vec3> x_listed;   ///< [m] by point of the State: where it was searched
    std::vector<Aabb> triangle_boxes, edge_boxes;
    Bvh triangle_tree, edge_tree;
    PairRows rows;
    std::vector<IndexPair> found;
    int touching = 0;  ///< rows that bear something, in the last substep
};

}  // namespace souple
