// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/search/pairs.h
#include "souple/geometry/search/pairs.h"

#include <gtest/gtest.h>

#include "geometry/search/search_cases.h"

using namespace souple;

namespace {

constexpr Real infinity = std::numeric_limits<Real>::infinity();

/// Boxes of all shapes: cubes, rods, plates.
std::vector<Aabb> random_boxes(Rng& rng, int count, Real half_size) {
    std::vector<Aabb> boxes(count);
    for (Aabb& box : boxes) {
        box.low = random_point(rng, half_size);
        const Real x = rng.uniform(), y = rng.uniform();
        box.high = box.low + 2 * Vec3(x * x * x, y * y * y, std::pow(rng.uniform(), 3));
    }
    return boxes;
}

void expect_all_methods_agree(PairSearch& search, const std::vector<Aabb>& boxes) {
    const std::vector<IndexPair> expected = brute_overlaps(boxes);
    std::vector<IndexPair> found{{7, 8}};
    overlapping_pairs(search, boxes, found);
    EXPECT_EQ(found, expected);
    for (const PairMethod method : {PairMethod::AllPairs, PairMethod::Grid, PairMethod::Tree}) {
        overlapping_pairs(search, method, boxes, found);
        EXPECT_EQ(found, expected) << "method " << static_cast<int>(method);
    }
}

/// Unit cubes side by side and on top of each other.
std::vector<Aabb> stacked_boxes(int edge) {
    std::vector<Aabb> boxes;
    for (const Vec3& p : lattice_points(edge)) boxes.push_back({p, p + Vec3(1, 1, 1)});
    return boxes;
}

}  // namespace

TEST(Pairs, F2_11_all_pairs_grid_and_tree_find_the_same_boxes) {
    PairSearch search;
    for (const PointCase& points : point_cases())
        for (const std::vector<Real>& radii : radii_for(static_cast<int>(points.points.size()))) {
            SCOPED_TRACE(points.name);
            expect_all_methods_agree(search, boxes_around(points.points, radii));
        }
    Rng rng{4};
    for (const int count : {3, 100, 600}) expect_all_methods_agree(search, random_boxes(rng, count, 5));
}

TEST(Pairs, cubes_of_a_stack_touch_all_their_neighbours) {
    PairSearch search;
    std::vector<IndexPair> pairs;
    overlapping_pairs(search, stacked_boxes(6), pairs);
    EXPECT_EQ(search.method, PairMethod::Grid);
    // along an axis a cube has 2 * 5 / 6 neighbours on average, itself included 16 / 6
    EXPECT_EQ(pairs.size(), (16 * 16 * 16 - 216) / 2);
}

TEST(Pairs, a_plane_meets_everybody_and_an_empty_box_nobody) {
    Rng rng{5};
    for (const int count : {5, 400}) {
        std::vector<Aabb> boxes = random_boxes(rng, count, 3);
        boxes[1] = {Vec3::Constant(-infinity), Vec3::Constant(infinity)};
        boxes[2] = Aabb{};
        boxes[3] = {{-infinity, -infinity, -infinity}, {infinity, 0, infinity}};
        boxes[4].high.y() = std::numeric_limits<Real>::quiet_NaN();
        PairSearch search;
        expect_all_methods_agree(search, boxes);
        std::vector<IndexPair> pairs;
        overlapping_pairs(search, boxes, pairs);
        int of_plane = 0, of_nobody = 0;
        for (const IndexPair& pair : pairs) {
            of_plane += pair.a == 1 || pair.b == 1;
            of_nobody += pair.a == 2 || pair.b == 2 || pair.a == 4 || pair.b == 4;
        }
        EXPECT_EQ(of_plane, count - 3);
        EXPECT_EQ(of_nobody, 0);
    }
}

TEST(Pairs, boxes_that_move_come_and_go_are_found_at_each_step) {
    Rng rng{6};
    PairSearch search;
    std::vector<Aabb> boxes = random_boxes(rng, 500, 4);
    for (const int count : {500, 500, 120, 700, 700, 0, 1, 300}) {
        boxes.resize(count, {Vec3(0, 0, 0), Vec3(0.3, 0.3, 0.3)});
        for (Aabb& box : boxes) {
            const Vec3 shift = random_point(rng, 0.5);
            box.low += shift;
            box.high += shift;
        }
        expect_all_methods_agree(search, boxes);
    }
}

TEST(Pairs, long_thin_boxes_go_into_a_tree) {
    Rng rng{7};
    std::vector<Aabb> rods(2000);
    for (Aabb& rod : rods) {
        rod.low = random_point(rng, 10).cwiseProduct(Vec3(1, 0, 1));
        rod.high = rod.low + Vec3(0.01, 20, 0.01);
    }
    PairSearch search;
    std::vector<IndexPair> pairs;
    overlapping_pairs(search, rods, pairs);
    EXPECT_EQ(search.method, PairMethod::Tree);
    EXPECT_EQ(pairs, brute_overlaps(rods));
}

TEST(Pairs, the_number_of_threads_changes_nothing) {
    Rng rng{8};
    const std::vector<Aabb> boxes = random_boxes(rng, 9000, 12);
    for (const PairMethod method : {PairMethod::Grid, PairMethod::Tree}) {
        std::vector<IndexPair> expected, found;
        for (const int threads : {1, 2, 8}) {
            const ThreadLimit limit(threads);
            PairSearch search;
            overlapping_pairs(search, method, boxes, found);
            if (threads == 1) expected = found;
            EXPECT_EQ(found, expected) << threads << " threads";
            EXPECT_GT(found.size(), 1000u);
        }
    }
}
