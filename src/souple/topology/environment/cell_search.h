// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Which cell of a ground holds a place, asked many times while the cells stay as they are.
#pragma once

#include "souple/geometry/bvh.h"
#include "souple/topology/environment/environment.h"

namespace souple {

/// A tree of the boxes of all leaves. Valid while no cell is split or merged.
struct CellSearch {
    const Environment* ground = nullptr;
    std::vector<int> leaves;
    Bvh tree;
};
CellSearch make_cell_search(const Environment& ground);

/// What locate_by_search finds: the first leaf by number that holds p, null when none does.
Face find_cell(const CellSearch& search, const Vec2& p);

}  // namespace souple
