// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/search/hash_grid.h"

#include "souple/core/errors.h"

namespace souple {

namespace {

constexpr Real not_a_number = std::numeric_limits<Real>::quiet_NaN();

struct BallsMeet {
    Real margin;  ///< [m]

    int operator()(const GridBall& a, const GridBall& b) const {
        const Real reach = a.radius + b.radius + margin;
        const int is_near = (a.centre - b.centre).squaredNorm() <= reach * reach;
        return is_near & static_cast<int>(reach >= 0);
    }
};

/// One sphere against those of its own and all coarser grids.
void find_partners(const CellTable<GridBall>& table, int place, const BallsMeet& meet, PairBlock& block) {
    const GridBall& ball = table.items[place];
    const int own_level = level_at(table, place);
    const Real radius = std::max(ball.radius + 0.5 * meet.margin, Real(0)) + table.levels.slack;
    const auto add = [&](const GridBall& other) { block.add(ball.index, other.index); };
    const auto meets = [&](const GridBall& other) { return meet(ball, other); };
    for (int k = own_level; k >= 0; --k) {
        const CellLevel& level = table.levels.levels[k];
        if (level.count == 0) continue;
        const Vec3 reach = Vec3::Constant(radius + 0.5 * level.cell);
        const Aabb corners{ball.centre - reach, ball.centre + reach};
        if (k == own_level)
            add_later(table, level, place, corners, meet, block);
        else
            visit_between(table, level, corners, meets, add);
    }
}

}  // namespace

void build(HashGrid& grid, std::span<const Vec3> points, Real cell_size) {
    SOUPLE_ASSERT(cell_size > 0 && std::isfinite(cell_size));
    sort_into_cells(
        grid.table, static_cast<int>(points.size()),
        [&](int i) {
            return GridBall{points[i], 0, i};
        },
        [&](int i) { return is_finite(points[i]) ? cell_size : not_a_number; });
}

void pairs_within(HashGrid& grid, std::span<const Vec3> centres, std::span<const Real> radii, Real margin,
                  std::vector<IndexPair>& pairs) {
    SOUPLE_ASSERT_EQ(centres.size(), radii.size());
    const int count = static_cast<int>(centres.size());
    const BallsMeet meet{margin};
    const CellTable<GridBall>& table = grid.table;
    const auto ball_at = [&](int i) { return GridBall{centres[i], radii[i], i}; };
    sort_into_cells(grid.table, count, ball_at, [&](int i) {
        return is_finite(centres[i]) ? std::max(2 * radii[i] + margin, Real(0)) : not_a_number;
    });
    const int placed = table.levels.item_count;
    collect_pairs(grid.rows, count, placed + static_cast<int>(table.everywhere.size()), pairs,
                  [&](int place, PairBlock& block) {
                      if (place >= placed) {  // without bounds: ask everybody
                          const GridBall ball = ball_at(table.everywhere[place - placed]);
                          for (int j = ball.index + 1; j < count; ++j)
                              if (meet(ball, ball_at(j))) block.add(ball.index, j);
                      } else {
                          const GridBall& ball = table.items[place];
                          find_partners(table, place, meet, block);
                          for (const int j : table.everywhere)
                              if (j > ball.index && meet(ball, ball_at(j))) block.add(ball.index, j);
                      }
                  });
}

}  // namespace souple
