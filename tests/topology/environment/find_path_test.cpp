// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/topology/environment/find_path.cpp and walls.cpp.
#include "souple/topology/environment/find_path.h"

#include <gtest/gtest.h>

#include "grounds.h"
#include "souple/topology/environment/tracking.h"
#include "souple/topology/environment/walls.h"

namespace souple {
namespace {

/// 10 x 10 [m] with a block in the middle.
Environment yard() {
    RectangleGround ground;
    ground.high = {10, 10};
    ground.cell = 2;
    ground.obstacles = {{{4, 2}, {6, 8}}};
    return make_environment(ground_of(ground, "yard"), 3);
}

Real length_of(const Vec2& from, const std::vector<Vec2>& path) {
    Real sum = 0;
    Vec2 last = from;
    for (const Vec2& p : path) {
        sum += (p - last).norm();
        last = p;
    }
    return sum;
}

TEST(FindPath, F2_46_the_way_around_a_block_bends_at_its_corners_and_is_the_shortest) {
    const Environment ground = yard();
    const Vec2 from{1, 4}, to{9, 4};
    const std::vector<Vec2> path = find_path(ground, from, to, 1e-6);
    ASSERT_EQ(path.size(), 3u);
    EXPECT_LT((path[0] - Vec2(4, 2)).norm(), 1e-5);
    EXPECT_LT((path[1] - Vec2(6, 2)).norm(), 1e-5);
    EXPECT_EQ(path[2], to);
    EXPECT_NEAR(length_of(from, path), 2 * std::hypot(3, 2) + 2, 1e-5);
}

TEST(FindPath, F2_46_a_body_keeps_away_from_the_corners_and_the_way_is_free) {
    for (const Environment& ground : {yard(), slanted_ground()}) {
        Rng rng{6};
        for (int i = 0; i < 200; ++i) {
            Vec2 from, to;
            do from = random_place(ground, rng);
            while (is_obstacle(ground, locate_by_search(ground, from)));
            do to = random_place(ground, rng);
            while (is_obstacle(ground, locate_by_search(ground, to)));
            const std::vector<Vec2> path = find_path(ground, from, to, 0.2);
            ASSERT_FALSE(path.empty()) << i;
            EXPECT_EQ(path.back(), to);
            Vec2 last = from;
            for (const Vec2& p : path) {
                const TrackEnd end = track(ground, locate_by_search(ground, last), last, p);
                // (a place on a wall may have been found in the cell behind it)
                if (!is_obstacle(ground, locate_by_search(ground, last))) {
                    ASSERT_LT((end.place - p).norm(), 0.3) << i;
                }
                last = p;
            }
        }
    }
}

TEST(FindPath, F2_46_there_is_no_way_into_an_obstacle_or_out_of_a_closed_room) {
    RectangleGround room;
    room.high = {10, 10};
    room.cell = 2;
    room.obstacles = {{{4, 0}, {6, 10}}};
    const Environment ground = make_environment(ground_of(room, "room"), 0);
    EXPECT_TRUE(find_path(ground, {1, 1}, {9, 9}, 0).empty());
    EXPECT_TRUE(find_path(ground, {1, 1}, {5, 5}, 0).empty());
    EXPECT_TRUE(find_path(ground, {1, 1}, {50, 5}, 0).empty());
    EXPECT_EQ(find_path(ground, {1, 1}, {3, 9}, 0), (std::vector<Vec2>{{3, 9}}));
}

TEST(Walls, F2_41_straight_walls_are_whole_however_many_cells_they_pass) {
    Environment ground = yard();
    MapChange change;
    split_cell(ground, locate_by_search(ground, {3, 5}), change);
    const std::vector<Wall> walls = find_walls(ground);
    ASSERT_EQ(walls.size(), 8u);  // four around, four of the block
    Real around = 0;
    for (const Wall& wall : walls) {
        around += (wall.b - wall.a).norm();
        // one can walk on the left
        const Vec2 side = wall.b - wall.a, left = Vec2(-side.y(), side.x()).normalized();
        const Face f = locate_by_search(ground, (wall.a + wall.b) / 2 + 0.01 * left);
        ASSERT_TRUE(f);
        EXPECT_FALSE(is_obstacle(ground, f));
    }
    EXPECT_NEAR(around, 40 + 16, 1e-12);
}

}  // namespace
}  // namespace souple
