// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/search/box_tree.h
#include "souple/geometry/search/box_tree.h"

#include <gtest/gtest.h>

#include "geometry/search/search_cases.h"

using namespace souple;

namespace {

std::vector<Aabb> boxes_of(const std::vector<Vec3>& points, Real radius) {
    return boxes_around(points, std::vector<Real>(points.size(), radius));
}

std::vector<int> near_in(const BoxTree& tree, const std::vector<Vec3>& points, const Vec3& p, Real r) {
    std::vector<int> found;
    near(tree, points, p, r, [&](int i) { found.push_back(i); });
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace

TEST(BoxTree, F2_11_finds_the_neighbours_that_brute_force_finds) {
    Rng rng{31};
    for (const PointCase& points : point_cases()) {
        SCOPED_TRACE(points.name);
        BoxTree tree;
        update(tree, boxes_of(points.points, 0));
        for (const Real r : {0.0, 0.3, 1.0, 50.0}) {
            std::vector<Vec3> questions{{0, 0, 0}, {2, 1, 0}, {1e7, -1e7, 0}};
            for (int k = 0; k < 12 && !points.points.empty(); ++k)
                questions.push_back(points.points[rng.next() % points.points.size()] +
                                    (k % 2) * random_point(rng, 1));
            for (const Vec3& p : questions)
                EXPECT_EQ(near_in(tree, points.points, p, r), brute_near(points.points, p, r));
        }
    }
}

TEST(BoxTree, small_motion_refits_and_mixing_splits_anew) {
    Rng rng{32};
    std::vector<Vec3> points = scattered_points(rng, 800, Vec3::Zero(), {10, 10, 10});
    BoxTree tree;
    update(tree, boxes_of(points, 0.2));
    EXPECT_EQ(tree.build_count, 1);
    for (int step = 0; step < 10; ++step) {
        for (Vec3& p : points) p = 1.3 * p + random_point(rng, 0.02);  // the cloud grows: no reason to split
        update(tree, boxes_of(points, 0.2));
    }
    EXPECT_EQ(tree.build_count, 1);
    points = scattered_points(rng, 800, Vec3::Zero(), {10, 10, 10});
    update(tree, boxes_of(points, 0.2));
    EXPECT_EQ(tree.build_count, 2);
    EXPECT_EQ(near_in(tree, points, {1, 2, 3}, 4), brute_near(points, {1, 2, 3}, 4));
}

TEST(BoxTree, pairs_stay_those_of_brute_force_while_boxes_move_come_and_go) {
    Rng rng{33};
    BoxTree tree;
    std::vector<IndexPair> pairs;
    std::vector<Vec3> points;
    for (const int count : {300, 300, 300, 20, 500, 0, 1, 400}) {
        points.resize(count, Vec3(1, 1, 1));
        for (Vec3& p : points) p += random_point(rng, 2);
        const std::vector<Aabb> boxes = boxes_of(points, 0.4);
        overlapping_pairs(tree, boxes, pairs);
        EXPECT_EQ(pairs, brute_overlaps(boxes));
    }
}

TEST(BoxTree, a_query_opens_few_leaves) {
    Rng rng{34};
    const std::vector<Vec3> points = scattered_points(rng, 4000, Vec3::Zero(), {10, 10, 10});
    BoxTree tree;
    update(tree, boxes_of(points, 0));
    int leaves = 0;
    for (int trial = 0; trial < 100; ++trial) {
        const Vec3 p = random_point(rng, 10);
        visit_leaves(
            tree, [&](const Aabb& box) { return squared_distance(box, p) <= 0.25; },
            [&](int, int) { ++leaves; });
    }
    EXPECT_LT(leaves, 100 * 8);
}

TEST(BoxTree, the_number_of_threads_changes_nothing) {
    Rng rng{35};
    const std::vector<Vec3> points = scattered_points(rng, 20000, Vec3::Zero(), {15, 15, 15});
    std::vector<int> order;
    for (const int threads : {1, 2, 8}) {
        const ThreadLimit limit(threads);
        BoxTree tree;
        update(tree, boxes_of(points, 0.3));
        if (threads == 1) order = tree.order;
        EXPECT_EQ(tree.order, order) << threads << " threads";
    }
}
