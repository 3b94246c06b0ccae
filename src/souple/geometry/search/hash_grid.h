// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Points or spheres in hashed cells, sorted anew whenever they moved: who is within r of p, which spheres
// meet. A point with a coordinate that is not finite, or a radius that is not a number, is near nobody.
#pragma once

#include <span>
#include <vector>

#include "souple/geometry/search/cell_table.h"

namespace souple {

/// A sphere in a grid, with its number.
struct GridBall {
    Vec3 centre = Vec3::Zero();  ///< [m]
    Real radius = 0;             ///< [m]
    int index = 0;
};
inline const Vec3& centre_of(const GridBall& ball) { return ball.centre; }

struct HashGrid {
    CellTable<GridBall> table;
    PairRows rows;
};

/// Sorts the points into cells [m, > 0]; queries are quickest when a cell is as large as their radius.
void build(HashGrid& grid, std::span<const Vec3> points, Real cell_size);

/// Calls fn(index) once for every point with |point - p| <= r [m], in an order that depends on the points
/// alone.
template <class Fn>
void near(const HashGrid& grid, const Vec3& p, Real r, const Fn& fn) {
    if (!(r >= 0)) return;
    const CellLevels& levels = grid.table.levels;
    const Real rounding = 16 * std::numeric_limits<Real>::epsilon() * (p.cwiseAbs().maxCoeff() + r);
    const Vec3 reach = Vec3::Constant(r + rounding + levels.slack);
    for (const CellLevel& level : levels.levels)
        if (level.count > 0)
            visit_between(
                grid.table, level, {p - reach, p + reach},
                [&](const GridBall& ball) { return (ball.centre - p).squaredNorm() <= r * r; },
                [&](const GridBall& ball) { fn(ball.index); });
}

/// All i < j with |centre i - centre j| <= radius i + radius j + margin [m], sorted. Sizes may be very
/// different; an infinite radius meets every centre. The grid is built anew.
void pairs_within(HashGrid& grid, std::span<const Vec3> centres, std::span<const Real> radii, Real margin,
                  std::vector<IndexPair>& pairs);

}  // namespace souple
