// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/geometry/search/plane_grid.cpp.
#include "souple/geometry/search/plane_grid.h"

#include <gtest/gtest.h>

#include <limits>

#include "souple/core/rng.h"

namespace souple {
namespace {

TEST(PlaneGrid, F2_11_who_is_near_is_whom_brute_force_finds_and_nobody_is_visited_twice) {
    Rng rng{8};
    for (const Real spread : {0.01, 1.0, 300.0}) {
        std::vector<Vec2> points;
        for (int i = 0; i < 400; ++i)
            points.emplace_back(rng.normal() * spread, i % 7 == 0 ? 0.0 : rng.uniform(-1, 1) * spread);
        points[17] = Vec2::Constant(std::numeric_limits<Real>::quiet_NaN());
        PlaneGrid grid;
        build(grid, points, 0.1, 20);
        EXPECT_EQ(grid.items.size(), 399u);
        for (int i = 0; i < 200; ++i) {
            const Vec2 p{rng.normal() * spread, rng.normal() * spread};
            const Real r = std::abs(rng.normal()) * spread;
            std::vector<int> visits(points.size(), 0);
            visit_near(
                grid, p, [r] { return r * r; }, [&](const PlaneGrid::Item& item) { ++visits[item.index]; });
            std::vector<int> in_runs(points.size(), 0);
            int last = -1;
            visit_runs(grid, p, r, [&](int begin, int end) {
                for (int n = begin; n < end; ++n) {
                    ASSERT_GT(n, last);
                    last = n;
                    ++in_runs[grid.items[n].index];
                }
            });
            for (std::size_t k = 0; k < points.size(); ++k) {
                ASSERT_LE(visits[k], 1);
                if ((points[k] - p).squaredNorm() <= r * r) {
                    ASSERT_EQ(visits[k], 1) << k;
                    ASSERT_EQ(in_runs[k], 1) << k;
                }
            }
        }
    }
}

TEST(PlaneGrid, points_of_a_cell_keep_their_order_and_a_lost_one_does_not_cost_cells) {
    std::vector<Vec2> points(50, Vec2(1, 1));
    points.emplace_back(1e9, 1e9);
    PlaneGrid grid;
    build(grid, points, 0.5, 2);
    EXPECT_LE(grid.columns * grid.rows, 4 * 51 + 16);
    for (int i = 0; i < 50; ++i) EXPECT_EQ(grid.items[i].index, i);
    build(grid, {}, 0.5, 2);
    visit_near(
        grid, {0, 0}, [] { return 1.0; }, [](const PlaneGrid::Item&) { FAIL(); });
}

}  // namespace
}  // namespace souple
