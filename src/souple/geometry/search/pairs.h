// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Which boxes overlap: what every search for contacts starts from. Few boxes are compared with each other,
// many are sorted into cells, and those that crowd the cells, long and thin ones say, go into a tree. The
// pairs are the same whichever way they were found.
#pragma once

#include <span>
#include <vector>

#include "souple/geometry/search/box_tree.h"
#include "souple/geometry/search/cell_table.h"
#include "souple/geometry/search/pair_rows.h"

namespace souple {

/// A box in a grid, with its number.
struct GridBox {
    Aabb box;
    int index = 0;
};
inline Vec3 centre_of(const GridBox& item) { return item.box.center(); }

enum class PairMethod { AllPairs, Grid, Tree };

/// What a search keeps from one step to the next so that it need not allocate; no result depends on it.
struct PairSearch {
    CellTable<GridBox> table;
    BoxTree tree;
    PairRows rows;
    PairMethod method = PairMethod::AllPairs;  ///< how the last pairs were found
};

/// All i < j whose boxes overlap, touching included, sorted. A box without end, like that of a plane, is
/// compared with all others; one that is empty, or has a corner that is not a number, meets nobody.
void overlapping_pairs(PairSearch& search, std::span<const Aabb> boxes, std::vector<IndexPair>& pairs);

/// The same, found in the given way.
void overlapping_pairs(PairSearch& search, PairMethod method, std::span<const Aabb> boxes,
                       std::vector<IndexPair>& pairs);

}  // namespace souple
