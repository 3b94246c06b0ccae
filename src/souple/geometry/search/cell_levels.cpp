// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/search/cell_levels.h"

#include <bit>

namespace souple {

namespace {

/// Cell numbers must fit into an int.
constexpr Real most_cells_along_axis = 1 << 30;

/// Inverses of sizes must be numbers [m].
constexpr Real smallest_cell = 1e-200;

/// A grid may have this many cells for each item before they are hashed.
constexpr Real most_cells_per_item = 4;

void lay_out(CellLevel& level, const CellContent& content) {
    level.count = content.count;
    level.size = 0;
    if (content.count == 0) return;
    level.origin = content.bounds.low;
    Real volume = 1;
    for (int axis = 0; axis < 3; ++axis) {
        level.cells[axis] = static_cast<int>(level.coordinate(axis, content.bounds.high[axis])) + 1;
        volume *= level.cells[axis];
    }
    level.is_hashed = volume > most_cells_per_item * content.count + 64;
    level.size = level.is_hashed ? static_cast<int>(std::bit_ceil(2u * static_cast<unsigned>(content.count)))
                                 : static_cast<int>(volume);
}

}  // namespace

bool choose_cells(CellLevels& levels, std::span<const BlockContent> blocks) {
    Aabb bounds;
    Real largest = 0, smallest = std::numeric_limits<Real>::infinity(), farthest = 0;
    levels.item_count = 0;
    for (const BlockContent& block : blocks) {
        bounds.extend(block.all.bounds);
        largest = std::max(largest, block.largest);
        smallest = std::min(smallest, block.smallest);
        farthest = std::max(farthest, block.farthest);
        levels.item_count += block.all.count;
    }
    const Real extent = levels.item_count > 0 ? bounds.size().maxCoeff() : 0;
    levels.smallest = std::max(extent / most_cells_along_axis, smallest_cell);
    // rounding may not put two items of one size into cells of two sizes
    levels.largest = std::max(largest * (1 + 1e-9), levels.smallest);
    levels.slack = 16 * std::numeric_limits<Real>::epsilon() * (farthest + levels.largest);
    return level_of(levels, smallest) == 0;
}

void lay_out_levels(CellLevels& levels, std::span<const BlockContent> blocks) {
    levels.slot_count = 0;
    for (int k = 0; k < max_cell_levels; ++k) {
        CellContent content;
        for (const BlockContent& block : blocks) {
            content.count += block.of_level[k].count;
            content.bounds.extend(block.of_level[k].bounds);
        }
        CellLevel& level = levels.levels[k];
        level.cell = std::ldexp(levels.largest, -k);
        level.inv_cell = 1 / level.cell;
        level.base = levels.slot_count;
        lay_out(level, content);
        levels.slot_count += level.size;
    }
}

}  // namespace souple
