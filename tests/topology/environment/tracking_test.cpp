// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/topology/environment/tracking.cpp.
#include "souple/topology/environment/tracking.h"

#include <gtest/gtest.h>

#include "grounds.h"

namespace souple {
namespace {

void split_at_random(Environment& ground, int count, std::uint64_t seed) {
    Rng rng{seed};
    MapChange change;
    for (int i = 0; i < count; ++i) {
        const Face f = random_leaf(ground.map, rng);
        if (level_of(ground.map, f) < ground.max_level) split_cell(ground, f, change);
    }
}

TEST(Tracking, F2_12_F2_17_random_walks_with_steps_along_sides_and_through_corners_are_never_lost) {
    for (Environment ground :
         {open_ground(false), open_ground(true), ground_with_blocks(false), slanted_ground()}) {
        SCOPED_TRACE(ground.name);
        split_at_random(ground, 120, 4);
        Rng rng{9};
        Vec2 p = random_place(ground, rng);
        Face f = locate_by_search(ground, p);
        for (int i = 0; i < 4000; ++i) {
            const Vec2 q = random_place(ground, rng);
            const TrackEnd end = track_freely(ground, f, p, q);
            ASSERT_TRUE(ground.is_convex ? !end.searched_all : true) << i;
            ASSERT_TRUE(end.cell) << i;
            ASSERT_TRUE(is_leaf(ground.map, end.cell)) << i;
            ASSERT_TRUE(contains(ground, end.cell, q)) << i;
            p = q;
            f = end.cell;
        }
    }
}

TEST(Tracking, F2_17_small_steps_cost_the_same_in_a_map_of_any_size) {
    RectangleGround small, large;
    small.high = {10, 10};
    large.high = {80, 80};
    for (const RectangleGround& def : {small, large}) {
        const Environment ground = make_environment(ground_of(def, "ground"), 0);
        Rng rng{2};
        Vec2 p{5, 5};
        Face f = locate_by_search(ground, p);
        int crossings = 0;
        for (int i = 0; i < 1000; ++i) {
            const Vec2 q{5 + rng.uniform(-0.3, 0.3), 5 + rng.uniform(-0.3, 0.3)};
            const TrackEnd end = track(ground, f, p, q);
            crossings += end.crossings;
            p = q;
            f = end.cell;
        }
        EXPECT_GT(crossings, 500);
        EXPECT_LT(crossings, 1100);  // one way through the corner crosses two sides
    }
}

TEST(Tracking, the_line_of_the_specification_crosses_the_cells_it_crosses) {
    RectangleGround def;
    def.high = {3, 3};
    const Environment ground = make_environment(ground_of(def, "ground"), 0);
    std::vector<int> cells;
    const TrackEnd end =
        follow_line(ground, Face{0}, {0.9, 0.1}, {1.4, 1.5}, [&](Face f) { cells.push_back(f.index); });
    EXPECT_EQ(cells, (std::vector<int>{1, 4}));  // (1, 0) and (1, 1), not (0, 1)
    EXPECT_EQ(end.cell, Face{4});
    EXPECT_EQ(end.crossings, 2);
}

TEST(Tracking, F2_12_a_place_knows_whether_it_is_on_a_corner_a_side_or_inside) {
    const Environment ground = open_ground(false);
    EXPECT_EQ(kind_of_place(ground, Face{0}, {1, 1}), PlaceKind::Face);
    EXPECT_EQ(kind_of_place(ground, Face{0}, {2, 1}), PlaceKind::Edge);
    EXPECT_EQ(kind_of_place(ground, Face{0}, {2, 2}), PlaceKind::Vertex);
}

TEST(Tracking, F2_18_nobody_crosses_a_wall_and_who_is_stopped_is_on_the_near_side) {
    for (Environment ground : {ground_with_blocks(false), ground_with_blocks(true), slanted_ground()}) {
        SCOPED_TRACE(ground.name);
        split_at_random(ground, 60, 8);
        std::vector<std::pair<Vec2, Vec2>> walls;
        for_each_face(ground.map, [&](Face f) {
            if (is_obstacle(ground, f)) return;
            for_each_dart(ground.map, f, [&](Dart d) {
                if (!can_pass(ground, d)) walls.emplace_back(start_of(ground, d), finish_of(ground, d));
            });
        });
        Rng rng{3};
        Vec2 p = random_place(ground, rng);
        while (is_obstacle(ground, locate_by_search(ground, p))) p = random_place(ground, rng);
        Face f = locate_by_search(ground, p);
        int stopped = 0;
        for (int i = 0; i < 1500; ++i) {
            const Vec2 q{rng.uniform(-1, 11), rng.uniform(-1, 10)};
            const TrackEnd end = track(ground, f, p, q);
            ASSERT_TRUE(contains(ground, end.cell, end.place)) << i;
            ASSERT_FALSE(is_obstacle(ground, end.cell)) << i;
            for (const auto& [a, b] : walls) {
                const int one = orient(a, b, p), other = orient(a, b, end.place);
                const bool crosses =
                    one > 0 && other < 0 && orient(p, end.place, a) * orient(p, end.place, b) < 0;
                ASSERT_FALSE(crosses) << i;
            }
            if (end.wall) {
                ++stopped;
                EXPECT_LT((end.place - p).norm(), (q - p).norm() + 1e-12);
            } else {
                ASSERT_EQ(end.place, q);
            }
            p = end.place;
            f = end.cell;
        }
        EXPECT_GT(stopped, 300);
    }
}

TEST(Tracking, F2_18_the_stop_is_where_the_wall_is) {
    const Environment ground = ground_with_blocks(false);
    const TrackEnd end = track(ground, locate_by_search(ground, {1, 4.1}), {1, 4.1}, {9, 4.1});
    ASSERT_TRUE(end.wall);
    EXPECT_NEAR(end.place.x(), 3, 1e-12);
    EXPECT_NEAR(end.place.y(), 4.1, 1e-12);
    EXPECT_FALSE(is_obstacle(ground, end.cell));
}

TEST(Tracking, a_walk_that_starts_in_the_wrong_cell_is_found_by_looking_at_all_and_counted) {
    const Environment ground = open_ground(false);
    const TrackEnd end = track(ground, Face{0}, {7, 7}, {7.5, 1});
    EXPECT_TRUE(end.searched_all);
    EXPECT_TRUE(contains(ground, end.cell, {7.5, 1}));
    EXPECT_FALSE(locate(ground, Face{0}, {9, 9}));
}

// 10^6 steps each; on convex ground no walk is ever lost
TEST(Tracking, DISABLED_long_a_million_steps_without_a_failure) {
    for (Environment ground : {open_ground(false), open_ground(true)}) {
        split_at_random(ground, 200, 4);
        Rng rng{9};
        Vec2 p{4, 4};
        Face f = locate_by_search(ground, p);
        int most = 0;
        for (int i = 0; i < 1000000; ++i) {
            Vec2 q = (p + Vec2(rng.uniform(-1, 1), rng.uniform(-1, 1)))
                         .cwiseMax(Vec2::Zero())
                         .cwiseMin(Vec2::Constant(8));
            if (i % 3 == 0) q = (8 * q).array().round() / 8;  // on sides and corners
            const TrackEnd end = track(ground, f, p, q);
            ASSERT_FALSE(end.searched_all) << i;
            ASSERT_EQ(end.place, q) << i;
            ASSERT_TRUE(contains(ground, end.cell, q)) << i;
            most = std::max(most, end.crossings);
            p = q;
            f = end.cell;
        }
        std::printf("sides crossed in a step: at most %d\n", most);
    }
}

}  // namespace
}  // namespace souple
