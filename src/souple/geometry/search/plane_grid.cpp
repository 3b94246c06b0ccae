// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/search/plane_grid.h"

#include "souple/core/parallel.h"

namespace souple {

namespace {

void choose_plane_cells(PlaneGrid& grid, std::span<const Vec2> points, Real smallest, Real largest) {
    Vec2 low = Vec2::Constant(1e300), high = Vec2::Constant(-1e300);
    int count = 0;
    for (const Vec2& p : points) {
        if (!p.allFinite()) continue;
        low = low.cwiseMin(p);
        high = high.cwiseMax(p);
        ++count;
    }
    if (count == 0) low = high = Vec2::Zero();
    const Vec2 size = high - low;
    grid.cell = std::clamp(std::sqrt(size.prod() / std::max(count, 1)), smallest, largest);
    // a few lost far away must not need more cells than there are points
    while ((size.x() / grid.cell + 1) * (size.y() / grid.cell + 1) > 4.0 * count + 16) grid.cell *= 2;
    grid.inv_cell = 1 / grid.cell;
    grid.low = low;
    grid.columns = static_cast<int>(size.x() * grid.inv_cell) + 1;
    grid.rows = static_cast<int>(size.y() * grid.inv_cell) + 1;
}

}  // namespace

void build(PlaneGrid& grid, std::span<const Vec2> points, Real smallest_cell, Real largest_cell) {
    choose_plane_cells(grid, points, smallest_cell, largest_cell);
    const int count = static_cast<int>(points.size()), cells = grid.columns * grid.rows;
    grid.cell_of.resize(count);
    parallel_for(count, [&](int i) {
        const Vec2& p = points[i];
        grid.cell_of[i] = p.allFinite() ? grid.row(p.y()) * grid.columns + grid.column(p.x()) : -1;
    });
    grid.start.assign(cells + 1, 0);
    int sum = 0;
    for (const int c : grid.cell_of)
        if (c >= 0) ++grid.start[c];
    for (int c = 0; c <= cells; ++c) grid.start[c] = sum += grid.start[c];
    grid.items.resize(sum);
    for (int i = count - 1; i >= 0; --i)  // backwards, so that points of one cell keep their order
        if (const int c = grid.cell_of[i]; c >= 0)
            grid.items[--grid.start[c]] = {points[i].x(), points[i].y(), i};
}

}  // namespace souple
