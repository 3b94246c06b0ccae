// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Grids of cells, each half as coarse as the one before: an item is kept in the finest grid whose cells are
// at least as large as the item, in the cell of its centre. So it reaches half a cell beyond that cell at
// most.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "souple/geometry/aabb.h"

namespace souple {

/// Sizes in one scene span a ratio of 2^31 at most; what is smaller is kept as if it were not.
constexpr int max_cell_levels = 32;

/// Rows of cells in a slice of a grid, a power of two.
constexpr int slice_rows = 16;

/// One grid. Its cells have slots [base, base + size): one each when there are few cells for the items, else
/// whole rows along x are hashed into them, so that neighbours along x stay neighbours in memory.
struct CellLevel {
    Real cell = 1, inv_cell = 1;           ///< edge of a cell [m], [1/m]
    Vec3 origin = Vec3::Zero();            ///< corner of cell (0, 0, 0) [m]
    std::array<int, 3> cells = {0, 0, 0};  ///< how many along x, y and z
    int base = 0, size = 0;                ///< slots; the size is a power of two when hashed
    int count = 0;                         ///< items
    bool is_hashed = false;

    /// Along one axis; the same for every x of a cell and never smaller for a larger x.
    Real coordinate(int axis, Real x) const { return std::floor((x - origin[axis]) * inv_cell); }
    /// Slot of the cell (0, y, z), counted from base. Grids are cut into slices of a few y each, so that what
    /// is next to a cell along z is still in the cache.
    int row(int y, int z) const {
        if (!is_hashed) {
            const int slice = y & ~(slice_rows - 1), rows = std::min(slice_rows, cells[1] - slice);
            return cells[0] * (slice * cells[2] + z * rows + y - slice);
        }
        std::uint32_t h =
            static_cast<std::uint32_t>(y) * 0x9e3779b1u + static_cast<std::uint32_t>(z) * 0x85ebca77u;
        h = (h ^ (h >> 15)) * 0x2c1b3c6du;
        return static_cast<int>((h ^ (h >> 13)) & static_cast<std::uint32_t>(size - 1));
    }
    int slot(const Vec3& centre) const {
        const int x = static_cast<int>(coordinate(0, centre.x()));
        const int in_level =
            row(static_cast<int>(coordinate(1, centre.y())), static_cast<int>(coordinate(2, centre.z()))) + x;
        return base + (is_hashed ? in_level & (size - 1) : in_level);
    }
};

struct CellLevels {
    std::array<CellLevel, max_cell_levels> levels;  ///< the coarsest first; empty ones have no slots
    Real largest = 1, smallest = 1;                 ///< sizes are kept between these [m]
    Real slack = 0;                                 ///< more than what rounding moves a coordinate by [m]
    int slot_count = 0, item_count = 0;
};

/// Which items a run of input holds, to choose the grids from.
struct CellContent {
    int count = 0;
    Aabb bounds;  ///< of centres [m]
};
struct BlockContent {
    CellContent all;
    Real largest = 0, smallest = 0;  ///< sizes [m]
    Real farthest = 0;               ///< largest coordinate without its sign [m]
    int everywhere = 0;              ///< items without bounds
    std::array<CellContent, max_cell_levels> of_level;
};

/// Chooses the sizes of cells. True when one grid is enough.
bool choose_cells(CellLevels& levels, std::span<const BlockContent> blocks);

/// Gives the items of each level their slots.
void lay_out_levels(CellLevels& levels, std::span<const BlockContent> blocks);

/// The finest level whose cells are as large as `size` [m].
inline int level_of(const CellLevels& levels, Real size) {
    const Real ratio = levels.largest / std::max(size, levels.smallest);
    return ratio < 2 ? 0 : std::min(std::ilogb(ratio), max_cell_levels - 1);
}

/// Cells of a level from low to high; none when an end is below its start.
struct CellBox {
    std::array<int, 3> low, high;

    bool empty() const { return high[0] < low[0] || high[1] < low[1] || high[2] < low[2]; }
    Real volume() const {
        return Real(high[0] - low[0] + 1) * Real(high[1] - low[1] + 1) * Real(high[2] - low[2] + 1);
    }
};

/// The cells that hold every centre between the two corners.
inline CellBox cells_between(const CellLevel& level, const Vec3& low, const Vec3& high) {
    CellBox box;  // (the order of the arguments below turns a NaN into a number)
    for (int axis = 0; axis < 3; ++axis) {
        const Real last = level.cells[axis] - 1;
        const Real from = level.coordinate(axis, low[axis]), to = level.coordinate(axis, high[axis]);
        box.low[axis] = static_cast<int>(std::min(last + 1, std::max(Real(0), from)));
        box.high[axis] = static_cast<int>(std::max(Real(-1), std::min(last, to)));
    }
    return box;
}

}  // namespace souple
