// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Points of the plane sorted into square cells, row by row: the nearest few, or all within r. A point that is
// not finite is near nobody.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "souple/math/types.h"

namespace souple {

struct PlaneGrid {
    struct Item {
        Real x = 0, y = 0;  ///< [m]
        int index = 0;
    };
    Vec2 low = Vec2::Zero();  ///< [m] corner of the first cell
    Real cell = 1, inv_cell = 1;
    int columns = 0, rows = 0;
    std::vector<int> start;    ///< by cell, and the end of the last
    std::vector<Item> items;   ///< cell after cell, row after row
    std::vector<int> cell_of;  ///< by point; -1: near nobody

    int column(Real x) const {
        return static_cast<int>(std::clamp((x - low.x()) * inv_cell, Real(0), Real(columns - 1)));
    }
    int row(Real y) const {
        return static_cast<int>(std::clamp((y - low.y()) * inv_cell, Real(0), Real(rows - 1)));
    }
};

/// Cells of about one point each, within the bounds [m]; the same order for the same points on any machine.
void build(PlaneGrid& grid, std::span<const Vec2> points, Real smallest_cell, Real largest_cell);

/// Calls fn(begin, end) for the runs of items, in their order, of the cells that the square of half width r
/// [m] around p meets: everybody within r is in one of them.
template <class Fn>
void visit_runs(const PlaneGrid& grid, const Vec2& p, Real r, const Fn& fn) {
    if (grid.items.empty()) return;
    r += 1e-9 * grid.cell;  // (sums are rounded)
    const int left = grid.column(p.x() - r), right = grid.column(p.x() + r), high = grid.row(p.y() + r);
    for (int row = grid.row(p.y() - r); row <= high; ++row)
        fn(grid.start[row * grid.columns + left], grid.start[row * grid.columns + right + 1]);
}

/// Calls fn(item) for the items of cells whose Chebyshev distance from cell (i, j) is k.
template <class Fn>
void visit_square(const PlaneGrid& grid, int i, int j, int k, const Fn& fn) {
    const auto visit_run = [&](int row, int from, int to) {
        if (row < 0 || row >= grid.rows) return;
        from = std::max(from, 0);
        to = std::min(to, grid.columns - 1);
        if (from > to) return;
        const int first = row * grid.columns;
        for (int n = grid.start[first + from], end = grid.start[first + to + 1]; n < end; ++n)
            fn(grid.items[n]);
    };
    if (k == 0) return visit_run(j, i, i);
    visit_run(j - k, i - k, i + k);
    for (int row = j - k + 1; row < j + k; ++row) {
        visit_run(row, i - k, i - k);
        visit_run(row, i + k, i + k);
    }
    visit_run(j + k, i - k, i + k);
}

/// Calls fn(item) for everybody within a distance of p, and for some others. `squared_radius()` [m^2] is
/// asked again and again and may get smaller.
template <class Radius, class Fn>
void visit_near(const PlaneGrid& grid, const Vec2& p, const Radius& squared_radius, const Fn& fn) {
    if (grid.items.empty()) return;
    const int i = grid.column(p.x()), j = grid.row(p.y());
    const Real left = p.x() - (grid.low.x() + i * grid.cell), below = p.y() - (grid.low.y() + j * grid.cell);
    // how far one can go inside the own cell; less than nothing when p is outside of all cells
    const Real room = std::min(std::min(left, grid.cell - left), std::min(below, grid.cell - below));
    const int most = std::max(std::max(i, grid.columns - 1 - i), std::max(j, grid.rows - 1 - j));
    constexpr Real rounding = 1e-9;
    for (int k = 0; k <= most; ++k) {
        const Real reach = room + (k - 1) * grid.cell - rounding * grid.cell;
        if (k > 0 && reach > 0 && reach * reach > squared_radius()) return;
        visit_square(grid, i, j, k, fn);
    }
}

}  // namespace souple
