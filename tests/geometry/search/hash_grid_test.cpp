// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/search/hash_grid.h
#include "souple/geometry/search/hash_grid.h"

#include <gtest/gtest.h>

#include "geometry/search/search_cases.h"

using namespace souple;

namespace {

std::vector<int> near_in(const HashGrid& grid, const Vec3& p, Real r) {
    std::vector<int> found;
    near(grid, p, r, [&](int i) { found.push_back(i); });
    std::sort(found.begin(), found.end());  // a point that was named twice stays twice
    return found;
}

std::vector<IndexPair> pairs_in(HashGrid& grid, const std::vector<Vec3>& centers,
                                const std::vector<Real>& radii, Real margin) {
    std::vector<IndexPair> pairs{{3, 4}};
    pairs_within(grid, centers, radii, margin, pairs);
    return pairs;
}

}  // namespace

TEST(HashGrid, F2_11_finds_the_neighbours_that_brute_force_finds) {
    Rng rng{21};
    HashGrid grid;
    for (const PointCase& points : point_cases()) {
        SCOPED_TRACE(points.name);
        for (const Real cell : {0.05, 1.0, 300.0}) {
            build(grid, points.points, cell);
            for (const Real r : {0.0, 0.3, 1.0, 50.0}) {
                std::vector<Vec3> questions{{0, 0, 0}, {2, 1, 0}, {1e7, -1e7, 0}};
                for (int k = 0; k < 12 && !points.points.empty(); ++k)
                    questions.push_back(points.points[rng.next() % points.points.size()] +
                                        (k % 2) * random_point(rng, 1));
                for (const Vec3& p : questions)
                    EXPECT_EQ(near_in(grid, p, r), brute_near(points.points, p, r));
            }
        }
    }
}

TEST(HashGrid, F2_11_finds_the_spheres_that_meet_by_brute_force) {
    HashGrid grid;
    for (const PointCase& points : point_cases())
        for (const std::vector<Real>& radii : radii_for(static_cast<int>(points.points.size())))
            for (const Real margin : {0.0, 0.1, -0.15}) {
                SCOPED_TRACE(points.name);
                EXPECT_EQ(pairs_in(grid, points.points, radii, margin),
                          brute_pairs_within(points.points, radii, margin));
            }
}

TEST(HashGrid, neighbours_exactly_a_radius_away_are_near) {
    HashGrid grid;
    const std::vector<Vec3> points = lattice_points(5);
    build(grid, points, 1);
    EXPECT_EQ(near_in(grid, {0, 0, 0}, 1).size(), 7u);
    EXPECT_EQ(near_in(grid, {0, 0, 0}, std::nextafter(1.0, 0.0)).size(), 1u);
    EXPECT_EQ(near_in(grid, {-2, -2, -2}, 1).size(), 4u);
    // 3 directions with 5 * 5 * 4 pairs each
    EXPECT_EQ(pairs_in(grid, points, std::vector<Real>(125, 0.5), 0).size(), 300u);
    EXPECT_EQ(pairs_in(grid, points, std::vector<Real>(125, 0.5), -1e-12).size(), 0u);
}

TEST(HashGrid, a_point_that_is_no_number_is_near_nobody) {
    const Real nan = std::numeric_limits<Real>::quiet_NaN();
    Rng rng{22};
    std::vector<Vec3> points = scattered_points(rng, 100, Vec3::Zero(), {2, 2, 2});
    points[3].y() = nan;
    points[9].x() = std::numeric_limits<Real>::infinity();
    HashGrid grid;
    build(grid, points, 1);
    EXPECT_EQ(near_in(grid, {0, 0, 0}, 1e9).size(), 98u);
    EXPECT_TRUE(near_in(grid, {nan, 0, 0}, 1).empty());
    EXPECT_TRUE(near_in(grid, {0, 0, 0}, nan).empty());
    EXPECT_TRUE(near_in(grid, {0, 0, 0}, -1).empty());
    std::vector<Real> radii(100, 0.4);
    radii[5] = nan;
    const std::vector<IndexPair> pairs = pairs_in(grid, points, radii, 0);
    EXPECT_GT(pairs.size(), 10u);
    EXPECT_EQ(pairs, brute_pairs_within(points, radii, 0));
}

TEST(HashGrid, the_number_of_points_may_change_between_builds) {
    Rng rng{23};
    HashGrid grid;
    for (const int count : {300, 10, 5000, 0, 1, 700}) {
        const std::vector<Vec3> points = scattered_points(rng, count, Vec3::Zero(), {6, 6, 6});
        build(grid, points, 0.8);
        const Vec3 p = random_point(rng, 3);
        EXPECT_EQ(near_in(grid, p, 1.5), brute_near(points, p, 1.5));
    }
}

TEST(HashGrid, the_number_of_threads_changes_neither_pairs_nor_order) {
    Rng rng{24};
    std::vector<Vec3> centers = scattered_points(rng, 12000, Vec3::Zero(), {9, 9, 9});
    std::vector<Real> radii(centers.size());
    for (Real& r : radii) r = std::pow(10, rng.uniform(-2, -0.3));
    std::vector<IndexPair> first_pairs;
    std::vector<int> first_order;
    for (const int threads : {1, 2, 8}) {
        const ThreadLimit limit(threads);
        HashGrid grid;
        const std::vector<IndexPair> pairs = pairs_in(grid, centers, radii, 0.01);
        std::vector<int> order;
        near(grid, {1, 2, 3}, 4, [&](int i) { order.push_back(i); });
        if (threads == 1) first_pairs = pairs, first_order = order;
        EXPECT_EQ(pairs, first_pairs) << threads << " threads";
        EXPECT_EQ(order, first_order) << threads << " threads";
    }
    EXPECT_GT(first_pairs.size(), 1000u);
    EXPECT_TRUE(std::is_sorted(first_pairs.begin(), first_pairs.end()));
}
