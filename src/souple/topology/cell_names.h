// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Cells by where they are, whatever numbers they have now: what a State can keep, and from which the ground
// as it is divided can be built again.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <span>

#include "souple/core/errors.h"

namespace souple {

/// A cell of an environment: the cell of the first mesh, then which child at each level, three bits each
/// behind a leading one. Parents come before their children.
struct CellName {
    int root = -1;
    std::uint64_t path = 1;
    auto operator<=>(const CellName&) const = default;
};

inline int level_of_name(const CellName& name) {
    return (static_cast<int>(std::bit_width(name.path)) - 1) / 3;
}

template <class Ground>
CellName name_of_cell(const Ground& ground, int cell) {
    std::uint64_t path = 0;
    int shift = 0;
    for (int parent = parent_of_cell(ground, cell); parent >= 0; parent = parent_of_cell(ground, cell)) {
        std::uint64_t order = 0, child = 0;
        for_each_child_cell(ground, parent, [&](int c) {
            if (c == cell) child = order;
            ++order;
        });
        path |= child << shift;
        shift += 3;
        cell = parent;
    }
    return {cell, path | (std::uint64_t(1) << shift)};
}
/// The cell of that name; -1 when it is not there.
template <class Ground>
int cell_named(const Ground& ground, int first_cells, const CellName& name) {
    if (name.root < 0 || name.root >= first_cells || name.path == 0) return -1;
    int cell = name.root;
    for (int k = (std::bit_width(name.path) - 1) / 3 - 1; k >= 0 && cell >= 0; --k) {
        const int wanted = static_cast<int>((name.path >> (3 * k)) & 7);
        int order = 0, found = -1;
        for_each_child_cell(ground, cell, [&](int c) {
            if (order++ == wanted) found = c;
        });
        cell = found;
    }
    return cell;
}

/// The ground with those cells split, parents before children. InputError when they are not there.
template <class Ground>
Ground divided_ground(const Ground& first, std::span<const CellName> divided) {
    Ground ground = first;
    for (const CellName& name : divided) {
        const int cell = cell_named(ground, cell_slots(first), name);
        if (cell < 0 || name_of_cell(ground, cell) != name || !is_leaf_cell(ground, cell) ||
            level_of_cell(ground, cell) >= ground.max_level)
            throw InputError("it holds divided cells that are not there");
        divide_cell(ground, cell);
    }
    return ground;
}

}  // namespace souple
