// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/topology/cell_register.h, large_things.h and space/space_register.cpp.
#include "souple/topology/space/space_register.h"

#include <gtest/gtest.h>

#include <set>

#include "topology/space/spaces.h"

namespace souple {
namespace {

/// A register with points, segments, triangles and large things at random places.
struct InhabitedSpace {
    SpaceRegister reg;
    Vec3 low, size;
    std::vector<Vec3> places;
    Rng rng{11};

    InhabitedSpace(bool is_bent, int points, int shapes, int things)
        : reg(register_nothing(make_space(is_bent ? bent_mesh(3, 3, 3) : grid_mesh(3, 3, 2), 2))),
          low(Vec3::Constant(is_bent ? 0.5 : 0)),
          size(is_bent ? Vec3(10.5, 10.5, 10.5) : Vec3(12, 12, 8)) {
        for (int i = 0; i < points; ++i) {
            places.push_back(random());
            const CellArrival arrival = seek_cell(reg.points.ground, 0, -1, places[i]);
            add_point(reg.points, i, arrival.cell, arrival.hint);
        }
        for (int s = 0; s < shapes; ++s) add_shape(reg, some_shape(s % 2 ? 2 : 3), 0);
        for (int t = 0; t < things; ++t) {
            const Aabb box = some_box();
            add_large(reg.points, box, level_for(reg.points, box, 0), cell_of(box.center()));
        }
    }
    Vec3 random() { return low + random_place(size, rng); }
    int cell_of(const Vec3& p) const { return seek_cell(reg.points.ground, first_leaf(), -1, p).cell; }
    int first_leaf() const {
        for (int c = 0;; ++c)
            if (is_leaf_cell(reg.points.ground, c)) return c;
    }
    std::vector<Vec3> some_shape(int corners) {
        std::vector<Vec3> shape;
        const Vec3 middle = random();
        const Real reach = rng.uniform() < 0.5 ? 2 : 20;
        for (int k = 0; k < corners; ++k) {
            const Vec3 p = middle + reach * (random_place(Vec3::Ones(), rng) - Vec3::Constant(0.5));
            shape.push_back(p.cwiseMax(low).cwiseMin(low + size));
        }
        return shape;
    }
    Aabb some_box() {
        Aabb box;
        box.extend(random());
        box.inflate(rng.uniform(0.1, 3));
        return box;
    }
    void move_one() {
        if (!reg.points.things.empty() && rng.uniform() < 0.3) {
            const int t = static_cast<int>(rng.next() % reg.points.things.size());
            const Aabb box = some_box();
            place_large(reg.points, t, box, level_for(reg.points, box, 0), cell_of(box.center()));
        } else if (!reg.shapes.empty() && rng.uniform() < 0.5) {
            const int s = static_cast<int>(rng.next() % reg.shapes.size());
            EXPECT_TRUE(move_shape(reg, s, some_shape(reg.shapes[s].count)));
        } else {
            places[rng.next() % places.size()] = random();
            move_points<Space>(reg.points, places);
        }
    }
    void change_one_cell() {
        const Map3& map = reg.points.ground.map;
        const VolumeCell c = random_volume(map, rng), parent{map.volumes[c.index].parent};
        if (rng.uniform() < 0.5 && level_of(map, c) < reg.points.ground.max_level)
            split_registered(reg, c.index, places);
        else if (parent && can_merge(map, parent))
            merge_registered(reg, parent.index, places);
    }
};

TEST(SpaceRegister, F2_24_F2_25_F2_33_F2_34_F2_36_points_equal_brute_force_after_every_move_split_and_merge) {
    InhabitedSpace world(false, 60, 0, 4);
    for (int i = 0; i < 250; ++i) {
        if (world.rng.uniform() < 0.5)
            world.move_one();
        else
            world.change_one_cell();
        ASSERT_EQ(find_fault(world.reg, world.places), "") << i;
    }
    EXPECT_EQ(world.reg.points.searches, 0);
    EXPECT_EQ(find_fault(world.reg.points.ground.map), "");
}

TEST(SpaceRegister, F2_26_F2_29_F2_30_F2_35_segments_and_triangles_equal_brute_force_after_every_change) {
    InhabitedSpace world(false, 5, 8, 0);
    std::size_t most = 0;
    for (int i = 0; i < 100; ++i) {
        if (world.rng.uniform() < 0.5)
            world.move_one();
        else
            world.change_one_cell();
        ASSERT_EQ(find_fault(world.reg, world.places), "") << i;
        for (const SpaceShape& shape : world.reg.shapes) most = std::max(most, shape.crossed.size());
    }
    EXPECT_EQ(world.reg.shape_searches, 0);
    EXPECT_GT(most, 20u);
}

TEST(SpaceRegister, F2_23_in_cells_of_any_shape_the_exact_rule_equals_brute_force) {
    InhabitedSpace world(true, 40, 4, 0);
    for (int i = 0; i < 40; ++i) {
        if (world.rng.uniform() < 0.5)
            world.move_one();
        else
            world.change_one_cell();
        ASSERT_EQ(find_fault(world.reg, world.places), "") << i;
    }
}

TEST(SpaceRegister, F2_23_the_quick_rule_misses_only_cells_around_the_one_it_names) {
    // a corner between two cells is pushed into the second: their common face bulges
    HexahedronMesh mesh = grid_mesh(2, 1, 1);
    for (Vec3& p : mesh.points)
        if (p == Vec3(4, 4, 4)) p = {4.9, 3.4, 3.3};
    SpaceRegister exact = register_nothing(make_space(mesh, 0)), quick = exact;
    quick.is_exact = false;
    Rng rng{5};
    int missed = 0;
    for (int s = 0; s < 1500; ++s) {
        std::array<Vec3, 2> ends;
        for (Vec3& p : ends) {
            const Real x = rng.uniform(4, 4.8), y = rng.uniform(0.5, 3.2);
            p = {x, y, rng.uniform(0.5, 3.2)};
        }
        const int a = add_shape(exact, ends, 0), b = add_shape(quick, ends, 0);
        std::vector<int> around;
        find_cells_around(quick, b, around);
        for (const int c : exact.shapes[a].crossed) {
            const auto& crossed = quick.shapes[b].crossed;
            if (std::binary_search(crossed.begin(), crossed.end(), c)) continue;
            ++missed;
            EXPECT_TRUE(std::binary_search(around.begin(), around.end(), c));
        }
    }
    EXPECT_GT(missed, 0);
}

TEST(SpaceRegister, F2_27_F2_28_a_moved_segment_may_change_cells_while_its_ends_keep_theirs) {
    SpaceRegister reg = register_nothing(make_space(grid_mesh(3, 3, 1), 0));
    const int s = add_shape(reg, std::array<Vec3, 2>{Vec3(3.9, 0.1, 1), Vec3(8.1, 7.9, 1)}, 0);
    const std::vector<int> before = reg.shapes[s].crossed;
    ASSERT_TRUE(move_shape(reg, s, std::array<Vec3, 2>{Vec3(0.1, 3.9, 1), Vec3(8.1, 7.9, 1)}));
    EXPECT_EQ(reg.shapes[s].cells[0], 0);
    EXPECT_EQ(reg.shapes[s].cells[1], 5);
    EXPECT_NE(reg.shapes[s].crossed, before);
    std::vector<int> around;
    find_cells_around(reg, s, around);
    for (const int c : around) EXPECT_EQ(std::count(around.begin(), around.end(), c), 1);
    EXPECT_EQ(around.size() + reg.shapes[s].crossed.size(), 9u);  // all cells touch it here
}

TEST(SpaceRegister, F2_29_a_triangle_larger_than_cells_is_in_those_in_its_middle_too) {
    SpaceRegister reg = register_nothing(make_space(grid_mesh(8, 1, 8), 0));
    const int s = add_shape(reg, std::array<Vec3, 3>{Vec3(1, 1.2, 1), Vec3(31, 2.1, 2), Vec3(2, 3.3, 31)}, 0);
    EXPECT_EQ(find_fault(reg, {}), "");
    EXPECT_TRUE(std::binary_search(reg.shapes[s].crossed.begin(), reg.shapes[s].crossed.end(), 2 * 8 + 2));
    EXPECT_GT(reg.shapes[s].crossed.size(), 30u);
}

TEST(SpaceRegister, F2_29_a_triangle_along_the_faces_of_small_cells_goes_on_inside_a_large_one_behind_them) {
    SpaceRegister reg = register_nothing(make_space(grid_mesh(1, 1, 4), 1));
    split_registered(reg, 1, {});
    split_registered(reg, 2, {});
    // in the plane in which cells 1 and 2 were split; cells 0 and 3 are not
    add_shape(reg, std::array<Vec3, 3>{Vec3(2, 2, 3), Vec3(2, 1, 14), Vec3(2, 3, 9)}, 0);
    EXPECT_EQ(find_fault(reg, {}), "");
    EXPECT_TRUE(reg.crossing[3].size() == 1 && reg.crossing[0].size() == 1);
    const int s = add_shape(reg, std::array<Vec3, 3>{Vec3(2, 2, 9), Vec3(2, 1, 11), Vec3(2, 2, 15)}, 3);
    EXPECT_EQ(find_fault(reg, {}), "");
    EXPECT_EQ(reg.shapes[s].cells[2], 3);
}

TEST(SpaceRegister, F2_36_a_segment_between_small_cells_passes_through_the_one_they_are_merged_into) {
    SpaceRegister reg = register_nothing(make_space(grid_mesh(1, 3, 1), 1));
    split_registered(reg, 0, {});
    split_registered(reg, 1, {});
    const int s = add_shape(reg, std::array<Vec3, 2>{Vec3(1.5, 0, 2), Vec3(1.5, 8.5, 2)}, 2);
    EXPECT_EQ(find_fault(reg, {}), "");
    EXPECT_FALSE(std::binary_search(reg.shapes[s].crossed.begin(), reg.shapes[s].crossed.end(), 1));
    merge_registered(reg, 1, {});
    EXPECT_TRUE(std::binary_search(reg.shapes[s].crossed.begin(), reg.shapes[s].crossed.end(), 1));
    EXPECT_EQ(find_fault(reg, {}), "");
}

TEST(SpaceRegister, F2_10_the_ring_holds_everybody_in_cells_that_share_a_vertex_once) {
    InhabitedSpace world(false, 150, 0, 0);
    for (int i = 0; i < 20; ++i) world.change_one_cell();
    const CellRegister<Space>& reg = world.reg.points;
    const Map3& map = reg.ground.map;
    std::vector<std::set<int>> vertices(map.volumes.slot_count());
    for (int d = 0; d < map.darts.slot_count(); ++d)
        if (map.darts.is_live(d) && !is_border(map, {d}))
            vertices[map.darts[d].volume].insert(map.darts[d].vertex);
    for_each_volume(map, [&](VolumeCell c) {
        std::vector<int> found, expected;
        ring(reg, c.index, [&](int i) { found.push_back(i); });
        std::sort(found.begin(), found.end());
        for (int i = 0; i < 150; ++i) {
            const std::set<int>& theirs = vertices[reg.cell[i]];
            if (std::any_of(theirs.begin(), theirs.end(), [&](int v) { return vertices[c.index].count(v); }))
                expected.push_back(i);
        }
        ASSERT_EQ(found, expected);
    });
}

TEST(SpaceRegister, F2_11_who_is_near_is_the_same_as_asking_everybody) {
    InhabitedSpace world(false, 200, 0, 0);
    for (int i = 0; i < 30; ++i) world.change_one_cell();
    CellQueue queue;
    for (int k = 0; k < 200; ++k) {
        const Vec3 p = world.random();
        const Real r = world.rng.uniform(0.1, 5);
        std::vector<int> found, expected;
        visit_near(world.reg.points, world.cell_of(p), p, r, queue, [&](int i) {
            if ((world.places[i] - p).squaredNorm() <= r * r) found.push_back(i);
        });
        std::sort(found.begin(), found.end());
        for (int i = 0; i < 200; ++i)
            if ((world.places[i] - p).squaredNorm() <= r * r) expected.push_back(i);
        ASSERT_EQ(found, expected) << k;
    }
}

TEST(SpaceRegister, F2_32_large_things_are_in_few_coarse_cells_and_every_leaf_they_meet_finds_them) {
    InhabitedSpace world(false, 0, 0, 30);
    for (int i = 0; i < 40; ++i) world.change_one_cell();
    const CellRegister<Space>& reg = world.reg.points;
    for (const LargeThing& thing : reg.things) EXPECT_LE(thing.cells.size(), 27u);
    for_each_volume(reg.ground.map, [&](VolumeCell c) {
        std::set<int> found;
        visit_large(reg, c.index, [&](int t) { EXPECT_TRUE(found.insert(t).second); });
        for (std::size_t t = 0; t < reg.things.size(); ++t)
            EXPECT_GE(found.count(static_cast<int>(t)),
                      reg.things[t].box.overlaps(reg.ground.box[c]) ? 1u : 0u);
    });
}

TEST(SpaceRegister, F2_32_at_rest_no_cell_is_too_full_and_no_children_are_too_empty) {
    InhabitedSpace world(false, 300, 0, 0);
    CellRegister<Space>& reg = world.reg.points;
    const CellRule rule{.split_above = 10, .merge_below = 6};
    for (Vec3& p : world.places) p *= 0.3;
    move_points<Space>(reg, world.places);
    EXPECT_GT(adapt_cells<Space>(reg, rule, world.places).splits, 3);
    EXPECT_EQ(find_fault<Space>(reg, world.places), "");
    for_each_volume(reg.ground.map, [&](VolumeCell c) {
        EXPECT_TRUE(reg.present[c.index].size() <= 10 || level_of_cell(reg.ground, c.index) == 2);
    });
    const CellChanges again = adapt_cells<Space>(reg, rule, world.places);
    EXPECT_EQ(again.splits + again.merges, 0);
    for (Vec3& p : world.places) p /= 0.3;
    move_points<Space>(reg, world.places);
    EXPECT_GT(adapt_cells<Space>(reg, rule, world.places).merges, 3);
    EXPECT_EQ(find_fault<Space>(reg, world.places), "");
}

TEST(SpaceRegister, F2_25_moves_on_several_threads_give_the_same_lists) {
    std::vector<std::vector<std::vector<int>>> lists;
    for (const int threads : {1, 2, 8}) {
        ThreadLimit limit(threads);
        limit.run([&] {
            InhabitedSpace world(false, 5000, 0, 0);
            for (int step = 0; step < 2; ++step) {
                for (Vec3& p : world.places) p = world.random();
                move_points<Space>(world.reg.points, world.places);
                adapt_cells<Space>(world.reg.points, {.split_above = 40, .merge_below = 20}, world.places);
            }
            EXPECT_EQ(world.reg.points.searches, 0);
            lists.push_back(world.reg.points.present);
        });
    }
    EXPECT_EQ(lists[0], lists[1]);
    EXPECT_EQ(lists[0], lists[2]);
}

// 10^5 random changes, each checked against brute force; some minutes
TEST(SpaceRegister, DISABLED_long_a_hundred_thousand_moves_splits_and_merges) {
    InhabitedSpace world(false, 30, 2, 3);
    for (int i = 0; i < 100000; ++i) {
        if (world.rng.uniform() < 0.5)
            world.move_one();
        else
            world.change_one_cell();
        ASSERT_EQ(find_fault(world.reg, world.places), "") << i;
        ASSERT_EQ(i % 1000 == 0 ? find_fault(world.reg.points.ground.map) : "", "") << i;
    }
    EXPECT_EQ(world.reg.points.searches, 0);
    EXPECT_EQ(world.reg.shape_searches, 0);
}

}  // namespace
}  // namespace souple
