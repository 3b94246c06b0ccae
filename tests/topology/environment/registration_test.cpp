// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/topology/environment/registration.cpp, adapt_cells.cpp and near_cells.cpp.
#include "souple/topology/environment/registration.h"

#include <gtest/gtest.h>

#include <set>

#include "grounds.h"
#include "souple/core/parallel.h"
#include "souple/geometry/search/box_tree.h"
#include "souple/geometry/search/hash_grid.h"
#include "souple/topology/environment/near_cells.h"
#include "souple/topology/environment/tracking.h"

namespace souple {
namespace {

/// A registration with points and segments at random places.
struct Inhabited {
    Registration reg;
    std::vector<Vec2> places;
    Rng rng{11};

    Inhabited(Environment ground, int points, int segments) : reg(register_nobody(std::move(ground))) {
        for (int i = 0; i < points; ++i) {
            places.push_back(random_place(reg.ground, rng));
            add_point(reg, i, locate_by_search(reg.ground, places[i]));
        }
        for (int s = 0; s < segments; ++s) {
            const Vec2 p = random_place(reg.ground, rng), q = random_place(reg.ground, rng);
            add_segment(reg, p, locate_by_search(reg.ground, p), q, locate_by_search(reg.ground, q));
        }
    }
    void move_one_point() {
        std::vector<Vec2> to = places;
        const int i = static_cast<int>(rng.next() % places.size());
        to[i] = random_place(reg.ground, rng);
        move_points(reg, places, to);
        places = to;
    }
    void move_one_segment() {
        if (reg.segments.empty()) return;
        const int s = static_cast<int>(rng.next() % reg.segments.size());
        const SegmentPlace& segment = reg.segments[s];
        const Vec2 p = rng.uniform() < 0.3 ? segment.p : random_place(reg.ground, rng);
        const Vec2 q = rng.uniform() < 0.3 ? segment.q : random_place(reg.ground, rng);
        move_segment(reg, s, p, q);
    }
    void change_one_cell() {
        const Face f = random_leaf(reg.ground.map, rng);
        const Face parent{reg.ground.map.faces[f.index].parent};
        if (rng.uniform() < 0.55 && level_of(reg.ground.map, f) < reg.ground.max_level)
            split_registered(reg, f, places);
        else if (parent && can_merge(reg.ground.map, parent))
            merge_registered(reg, parent);
    }
};

std::vector<Environment> all_grounds() {
    return {open_ground(false, 3), open_ground(true, 3), ground_with_blocks(false, 3),
            ground_with_blocks(true, 3), slanted_ground(2)};
}

TEST(Registration, F2_24_F2_25_F2_33_F2_36_points_equal_brute_force_after_every_move_split_and_merge) {
    for (Environment& ground : all_grounds()) {
        SCOPED_TRACE(ground.name);
        Inhabited world(std::move(ground), 30, 0);
        for (int i = 0; i < 500; ++i) {
            if (world.rng.uniform() < 0.5)
                world.move_one_point();
            else
                world.change_one_cell();
            ASSERT_EQ(find_fault(world.reg, world.places), "") << i;
        }
        EXPECT_EQ(find_fault(world.reg.ground.map), "");
    }
}

TEST(Registration, F2_26_F2_28_F2_35_F2_37_segments_equal_brute_force_after_every_move_split_and_merge) {
    for (Environment& ground : all_grounds()) {
        SCOPED_TRACE(ground.name);
        Inhabited world(std::move(ground), 5, 6);
        for (int i = 0; i < 300; ++i) {
            if (world.rng.uniform() < 0.5)
                world.move_one_segment();
            else
                world.change_one_cell();
            ASSERT_EQ(find_fault(world.reg, world.places), "") << i;
        }
    }
}

TEST(Registration, F2_28_a_long_segment_may_change_its_cells_while_its_ends_keep_theirs) {
    Registration reg = register_nobody(open_ground(false));
    const int s = add_segment(reg, {1, 1}, Face{0}, {7, 3.9}, locate_by_search(reg.ground, {7, 3.9}));
    const std::vector<int> before = reg.segments[s].crossed;
    move_segment(reg, s, {1.9, 0.1}, {6.1, 2.1});
    EXPECT_EQ(reg.segments[s].from, Face{0});
    EXPECT_EQ(reg.segments[s].to, locate_by_search(reg.ground, {7, 3.9}));
    EXPECT_NE(reg.segments[s].crossed, before);
    EXPECT_EQ(find_fault(reg, {}), "");
}

TEST(Registration, F2_36_a_segment_between_small_cells_passes_through_the_one_they_are_merged_into) {
    Registration reg = register_nobody(open_ground(false, 1));
    for (const int f : {0, 4}) split_registered(reg, Face{f}, {});
    const int s = add_segment(reg, {1, 0}, locate_by_search(reg.ground, {1, 0}), {1, 5},
                              locate_by_search(reg.ground, {1, 5}));
    EXPECT_EQ(find_fault(reg, {}), "");
    merge_registered(reg, Face{4});
    EXPECT_TRUE(std::binary_search(reg.segments[s].crossed.begin(), reg.segments[s].crossed.end(), 4));
    EXPECT_EQ(find_fault(reg, {}), "");
}

TEST(Registration, F2_27_cells_around_a_segment_are_those_that_share_a_vertex_with_it) {
    Inhabited world(open_ground(true, 3), 0, 8);
    for (int i = 0; i < 20; ++i) world.change_one_cell();
    const Map2& map = world.reg.ground.map;
    for (int s = 0; s < 8; ++s) {
        std::set<int> vertices, expected;
        const auto& crossed = world.reg.segments[s].crossed;
        for (const int c : crossed)
            for_each_dart(map, Face{c}, [&](Dart d) { vertices.insert(vertex_of(map, d).index); });
        for_each_face(map, [&](Face f) {
            for_each_dart(map, f, [&](Dart d) {
                if (vertices.count(vertex_of(map, d).index)) expected.insert(f.index);
            });
        });
        for (const int c : crossed) expected.erase(c);
        std::vector<int> found;
        find_cells_around(world.reg, s, found);
        EXPECT_EQ(found, std::vector<int>(expected.begin(), expected.end()));
    }
}

TEST(Registration, F2_10_the_ring_of_a_cell_holds_everybody_in_it_and_around_it_once) {
    Inhabited world(open_ground(false), 200, 0);
    for (int i = 0; i < 60; ++i) world.change_one_cell();
    const Map2& map = world.reg.ground.map;
    for_each_face(map, [&](Face f) {
        std::vector<int> found, expected;
        ring(world.reg, f, [&](int i) { found.push_back(i); });
        std::sort(found.begin(), found.end());
        std::set<int> corners;
        for_each_dart(map, f, [&](Dart d) { corners.insert(vertex_of(map, d).index); });
        for (int i = 0; i < 200; ++i) {
            bool shares = false;
            for_each_dart(map, world.reg.cell[i],
                          [&](Dart d) { shares |= corners.count(vertex_of(map, d).index) > 0; });
            if (shares) expected.push_back(i);
        }
        ASSERT_EQ(found, expected) << f.index;
    });
}

TEST(Registration, F2_11_who_is_near_is_the_same_asked_of_map_grid_tree_and_everybody) {
    for (Environment& ground : all_grounds()) {
        SCOPED_TRACE(ground.name);
        Inhabited world(std::move(ground), 150, 0);
        for (int i = 0; i < 60; ++i) world.change_one_cell();
        std::vector<Vec3> points;
        std::vector<Aabb> boxes;
        for (const Vec2& p : world.places) {
            points.emplace_back(p.x(), 0, p.y());
            boxes.push_back({points.back(), points.back()});
        }
        HashGrid grid;
        build(grid, points, 1);
        BoxTree tree;
        update(tree, boxes);
        CellQueue queue;
        for (int i = 0; i < 200; ++i) {
            const Vec2 p = random_place(world.reg.ground, world.rng);
            const Real r = std::abs(world.rng.normal()) * 2;
            std::vector<int> brute, of_map, of_grid, of_tree;
            for (int k = 0; k < 150; ++k)
                if ((world.places[k] - p).squaredNorm() <= r * r) brute.push_back(k);
            near(world.reg, world.places, locate_by_search(world.reg.ground, p), p, r, queue,
                 [&](int k) { of_map.push_back(k); });
            near(grid, {p.x(), 0, p.y()}, r, [&](int k) { of_grid.push_back(k); });
            near(tree, points, {p.x(), 0, p.y()}, r, [&](int k) { of_tree.push_back(k); });
            for (auto* found : {&of_map, &of_grid, &of_tree}) {
                std::sort(found->begin(), found->end());
                ASSERT_EQ(*found, brute) << i;
            }
        }
    }
}

CellChanges adapt(Registration& reg, const CellRule& rule, const std::vector<Vec2>& places) {
    return adapt_cells(reg, rule, places, [](Face, bool) {});
}

TEST(Registration, F2_32_at_rest_no_cell_is_too_full_and_no_children_are_too_empty) {
    Inhabited world(open_ground(false), 400, 0);
    const CellRule rule{.split_above = 6, .merge_below = 4};
    for (Vec2& p : world.places) p *= 0.4;  // all in one corner
    for (int i = 0; i < 400; ++i)
        change_cell(world.reg, i, locate_by_search(world.reg.ground, world.places[i]));
    EXPECT_GT(adapt(world.reg, rule, world.places).splits, 20);
    const auto check = [&] {
        for_each_face(world.reg.ground.map, [&](Face f) {
            EXPECT_FALSE(wants_split(world.reg, rule, f));
            EXPECT_FALSE(wants_merge(world.reg, rule, f));
        });
        EXPECT_EQ(find_fault(world.reg, world.places), "");
    };
    check();
    const CellChanges again = adapt(world.reg, rule, world.places);
    EXPECT_EQ(again.splits + again.merges, 0);  // who stands still changes nothing
    std::vector<Vec2> apart;
    for (const Vec2& p : world.places) apart.push_back(p / 0.4);
    move_points(world.reg, world.places, apart);
    EXPECT_GT(adapt(world.reg, rule, apart).merges, 5);
    world.places = apart;
    check();
}

TEST(Registration, F2_33_splits_in_any_order_give_the_same_cells_with_the_same_points) {
    std::vector<std::vector<std::vector<int>>> results;
    for (const bool backwards : {false, true}) {
        Inhabited world(open_ground(false), 300, 0);
        if (backwards) std::reverse(world.reg.touched.begin(), world.reg.touched.end());
        adapt(world.reg, {.split_above = 5, .merge_below = 3}, world.places);
        std::vector<std::vector<int>> cells;
        for_each_face(world.reg.ground.map, [&](Face f) { cells.push_back(world.reg.present[f.index]); });
        std::sort(cells.begin(), cells.end());
        results.push_back(cells);
    }
    EXPECT_EQ(results[0], results[1]);
}

TEST(Registration, F2_25_moves_on_several_threads_give_the_same_lists) {
    std::vector<std::vector<std::vector<int>>> lists;
    for (const int threads : {1, 2, 8}) {
        ThreadLimit limit(threads);
        limit.run([&] {
            Inhabited world(open_ground(false), 5000, 0);
            for (int step = 0; step < 3; ++step) {
                std::vector<Vec2> to = world.places;
                for (Vec2& p : to)
                    p = (p + Vec2(world.rng.uniform(-0.5, 0.5), world.rng.uniform(-0.5, 0.5)))
                            .cwiseMax(Vec2::Zero())
                            .cwiseMin(Vec2::Constant(8));
                move_points(world.reg, world.places, to);
                world.places = to;
                adapt(world.reg, {}, world.places);
            }
            EXPECT_EQ(world.reg.searches, 0);
            lists.push_back(world.reg.present);
        });
    }
    EXPECT_EQ(lists[0], lists[1]);
    EXPECT_EQ(lists[0], lists[2]);
}

// 10^5 random changes, each checked against brute force
TEST(Registration, DISABLED_long_a_hundred_thousand_moves_splits_and_merges) {
    Inhabited world(ground_with_blocks(false, 3), 20, 4);
    for (int i = 0; i < 100000; ++i) {
        const Real lot = world.rng.uniform();
        if (lot < 0.3)
            world.move_one_point();
        else if (lot < 0.5)
            world.move_one_segment();
        else
            world.change_one_cell();
        ASSERT_EQ(find_fault(world.reg, world.places), "") << i;
    }
    EXPECT_EQ(find_fault(world.reg.ground.map), "");
}

}  // namespace
}  // namespace souple
