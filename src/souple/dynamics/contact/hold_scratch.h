// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Buffers of hold_sheets: where sheets were, who may have crossed whom on the way, and who moves together.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "souple/geometry/aabb.h"
#include "souple/geometry/crossing.h"
#include "souple/geometry/search/pairs.h"

namespace souple {

/// A point and a triangle, or two edges, that may not pass through each other.
struct HeldPair {
    std::array<int, 4> nodes{};
    bool edges = false;  ///< nodes 0, 1 and 2, 3; else point 0 and triangle 1, 2, 3
    Real keep = 0;       ///< [m] how far apart they are left
};

/// A pair that would have crossed.
struct HeldHit {
    int pair = 0;
    Crossing crossing;
};

struct HoldScratch {
    std::vector<Vec3> x_start;  ///< [m] at the start of the interval
    std::vector<Aabb> boxes;    ///< by matter: over the interval
    PairSearch matter_search, edge_search;
    std::vector<IndexPair> found;
    std::vector<HeldPair> pairs;
    std::vector<std::uint8_t> crossed;  ///< by pair
    std::vector<Crossing> crossings;    ///< by pair, of those
    std::vector<HeldHit> hits;          ///< in the order of pairs
    std::vector<int> zone;              ///< by point: the way to the first point of those that move with it
    std::vector<int> members;           ///< points of zones, by zone
};

}  // namespace souple
