// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/topology/refine.cpp, and of levels.cpp beside it.
#include "souple/topology/refine.h"

#include <gtest/gtest.h>

#include "level_oracle.h"

namespace souple {
namespace {

/// Darts renumbered as they are met from those of the first mesh: equal when two maps differ in numbers only.
std::vector<int> canonical_form(const Map2& map, int first_darts) {
    std::vector<int> number(map.darts.slot_count(), -1), order, form;
    const auto meet = [&](int d) {
        if (number[d] >= 0) return number[d];
        order.push_back(d);
        return number[d] = static_cast<int>(order.size()) - 1;
    };
    for (int d = 0; d < first_darts; ++d) meet(d);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const DartRecord& dart = map.darts[order[i]];
        for (const int value : {meet(dart.next), meet(dart.across), int{dart.level}, int{dart.label},
                                int{dart.border}, map.vertices[dart.vertex].level, map.edges[dart.edge].level,
                                dart.face < 0 ? -1 : map.faces[dart.face].level})
            form.push_back(value);
    }
    return form;
}

TEST(Refine, F2_6_every_level_of_random_splits_and_merges_is_the_one_written_out_plainly) {
    std::uint64_t seed = 1;
    for (const Surface& surface : all_surfaces()) {
        SCOPED_TRACE(surface.name);
        Twin twin(surface);
        Rng rng{seed++};
        for (int round = 0; round < 6; ++round) {
            for (int i = 0; i < 15; ++i) {
                twin.step(rng, 4);
                ASSERT_EQ(find_fault(twin.map), "");
            }
            ASSERT_EQ(count_cells(twin.map).euler(), surface.euler);
            for (int k = 0; k <= 4; ++k) expect_level(twin, k);
        }
    }
}

TEST(Refine, F2_8_split_then_merge_restores_every_bit) {
    for (const Surface& surface : all_surfaces()) {
        SCOPED_TRACE(surface.name);
        Twin twin(surface);
        Rng rng{11};
        for (int i = 0; i < 40; ++i) {
            twin.step(rng, 4);
            if (i % 4 != 0) continue;
            const Map2 before = twin.map;
            for (int f = 0; f < before.faces.slot_count(); ++f) {
                if (!can_split(before, {f})) continue;
                split(twin.map, {f}, twin.change);
                EXPECT_NE(hash_of(twin.map), hash_of(before));
                merge(twin.map, {f}, twin.change);
                ASSERT_TRUE(twin.map == before);
            }
        }
    }
}

TEST(Refine, F2_8_merging_everything_in_another_order_gives_the_first_map_back) {
    for (const Surface& surface : all_surfaces()) {
        SCOPED_TRACE(surface.name);
        Twin twin(surface);
        const Map2 first = twin.map;
        Rng rng{17};
        for (int i = 0; i < 50; ++i) twin.step(rng, 4);
        for (bool merged = true; merged;) {
            merged = false;
            for (int f = 0; f < twin.map.faces.slot_count(); ++f)
                if (can_merge(twin.map, {f})) twin.merge_both({f}), merged = true;
        }
        EXPECT_TRUE(twin.map == first) << "not one slot is left over";
    }
}

TEST(Refine, F2_8_the_order_of_splits_does_not_matter) {
    for (const Surface& surface : all_surfaces()) {
        Map2 forward = map_of(surface), backward = forward;
        const int faces = forward.faces.slot_count(), darts = forward.darts.slot_count();
        MapChange change;
        for (int f = 0; f < faces; f += 2) split(forward, {f}, change);
        for (int f = 0; f < faces; f += 4) split(forward, {forward.faces[f].first_child}, change);
        for (int f = (faces - 1) / 4 * 4; f >= 0; f -= 4) {
            split(backward, {f}, change);
            split(backward, {backward.faces[f].first_child}, change);
        }
        for (int f = 2; f < faces; f += 4) split(backward, {f}, change);
        EXPECT_EQ(canonical_form(forward, darts), canonical_form(backward, darts)) << surface.name;
    }
}

TEST(Levels, F2_6_a_coarse_level_does_not_see_finer_refinement) {
    Twin twin(sheet(4, 3, true));
    Rng rng{2};
    for (int i = 0; i < 20; ++i) twin.step(rng, 2);
    const Map2 before = twin.map;
    MapChange change;
    for (int f = 0; f < before.faces.slot_count(); ++f)
        if (is_leaf(before, Face{f}) && level_of(before, Face{f}) == 2) split(twin.map, {f}, change);
    for (int d = 0; d < before.darts.slot_count(); ++d) {
        if (!before.darts.is_live(d)) continue;
        EXPECT_EQ(phi1(twin.map, 2, Dart{d}), phi1(before, Dart{d}));
        EXPECT_EQ(phi2(twin.map, 2, Dart{d}), phi2(before, Dart{d}));
        EXPECT_EQ(face_of(twin.map, 2, Dart{d}), face_of(before, Dart{d}));
        EXPECT_EQ(edge_of(twin.map, 2, Dart{d}), edge_of(before, Dart{d}));
    }
}

TEST(Refine, F2_9_leaves_cover_the_area_of_the_first_mesh) {
    Twin twin(sheet(4, 3, true, {5}));
    const auto area = [&] {
        Real sum = 0;
        for_each_face(twin.map, [&](Face f) {
            std::vector<Vec3> x;
            for_each_corner(twin.map, f, [&](Dart d) { x.push_back(twin.position[vertex_of(twin.map, d)]); });
            EXPECT_EQ(x.size(), 3u);
            sum += (x[1] - x[0]).cross(x[2] - x[0]).norm() / 2;
        });
        return sum;
    };
    const Real before = area();
    Rng rng{8};
    for (int i = 0; i < 60; ++i) {
        twin.step(rng, 5);
        EXPECT_NEAR(area(), before, 1e-12 * before);
    }
}

TEST(Refine, F4_6_the_four_squares_around_a_point_become_sixteen) {
    Map2 patch = map_of(sheet(2, 2, false)), map = map_of(sheet(4, 4, false));
    MapChange change;
    for (int f = 0; f < 4; ++f) split(patch, {f}, change);
    const CellCounts counts = count_cells(patch);
    EXPECT_EQ(counts.vertices, 25);
    EXPECT_EQ(counts.faces, 16);
    EXPECT_EQ(counts.edges, 40);

    // inside a larger sheet: eight free points, and eight on the ring that hang on the squares outside
    change.clear();
    for (const int f : {5, 6, 9, 10}) split(map, {f}, change);
    EXPECT_EQ(change.added.size(), 16u);
    EXPECT_EQ(
        std::count_if(change.added.begin(), change.added.end(), [&](Vertex v) { return is_hanging(map, v); }),
        8);
    // the square beside them is split as well: its two ring points are free
    change.clear();
    split(map, {4}, change);
    EXPECT_EQ(change.added.size(), 4u);
    int hanging = 0;
    for_each_vertex(map, [&](Vertex v) { hanging += is_hanging(map, v); });
    EXPECT_EQ(hanging, 8 - 1 + 2);
}

TEST(Refine, F4_19_a_triangle_gains_three_points_three_inner_edges_and_three_halves) {
    Surface single{"triangle", {{0, 0, 0}, {8, 0, 0}, {0, 0, 8}}, {}, 1};
    add_polygon(single, {0, 2, 1});
    Map2 map = map_of(single);
    MapChange change;
    split(map, {0}, change);
    const CellCounts counts = count_cells(map);
    EXPECT_EQ(counts.vertices, 6);
    EXPECT_EQ(counts.edges, 9);
    EXPECT_EQ(counts.faces, 4);
    for (const Vertex v : change.added) EXPECT_FALSE(is_hanging(map, v)) << "a border point is free at once";
    for (const Vertex v : change.added) EXPECT_GE(map.vertices[v.index].parent_b, 0);
}

TEST(Refine, F4_19_a_midpoint_hangs_until_the_triangle_beyond_is_split_and_is_used_by_both) {
    Map2 map = map_of(tetrahedron());
    MapChange change;
    split(map, {0}, change);
    ASSERT_EQ(change.added.size(), 3u);
    const Vertex v = change.added[0];
    EXPECT_TRUE(is_hanging(map, v));
    const Dart d = dart_of(map, Edge{edge_of(map, 0, dart_of(map, v))});
    const Face beyond = face_of(map, d).index == 0 || map.faces[face_of(map, d).index].parent == 0
                            ? face_of(map, 0, phi2(map, 0, d))
                            : face_of(map, 0, d);
    change.clear();
    split(map, beyond, change);
    EXPECT_EQ(change.added.size(), 2u);
    EXPECT_FALSE(is_hanging(map, v));
}

TEST(Refine, F2_8_cost_of_a_split_depends_neither_on_the_size_of_the_map_nor_on_its_levels) {
    MapChange change;
    std::vector<int> costs;
    for (const int n : {3, 40}) {
        Map2 map = map_of(sheet(n, n, true));
        Face f{map.faces.slot_count() / 2};
        for (int level = 0; level < 20; ++level) {
            change.clear();
            split(map, f, change);
            costs.push_back(change.darts_touched);
            int c = map.faces[f.index].first_child;
            while (map.faces[c].next_sibling >= 0) c = map.faces[c].next_sibling;
            f = {c};  // the middle triangle, whose sides nobody has cut
        }
        EXPECT_EQ(map.darts.slot_count(), map.darts.live_count());
    }
    EXPECT_EQ(*std::max_element(costs.begin(), costs.end()), *std::min_element(costs.begin(), costs.end()));
    EXPECT_EQ(costs[0], 24) << "four for each cut, three for each child";
}

TEST(Refine, F2_8_memory_grows_with_the_leaves_and_not_with_the_deepest_level) {
    Map2 map = map_of(sheet(2, 2, false));
    const int before = map.darts.slot_count();
    MapChange change;
    Face f{0};
    for (int level = 0; level < 40; ++level) {
        split_balanced(map, f, change);
        f = {map.faces[f.index].first_child};  // towards the corner of the sheet
    }
    EXPECT_EQ(deepest_level(map), 40);
    EXPECT_LE(map.darts.slot_count() - before, 40 * 16);
}

TEST(Refine, balanced_leaves_differ_by_one_level_across_a_side) {
    for (const Surface& surface : all_surfaces()) {
        SCOPED_TRACE(surface.name);
        Map2 map = map_of(surface);
        MapChange change;
        Rng rng{31};
        for (int i = 0; i < 60; ++i) {
            const Face f{static_cast<int>(rng.next() % static_cast<std::uint64_t>(map.faces.slot_count()))};
            if (can_split(map, f) && level_of(map, f) < 6)
                split_balanced(map, f, change);
            else if (can_merge_balanced(map, f))
                merge(map, f, change);
            for (int d = 0; d < map.darts.slot_count(); ++d) {
                if (!map.darts.is_live(d) || is_border(map, {d}) || is_border(map, phi2(map, {d}))) continue;
                ASSERT_LE(std::abs(level_of(map, face_of(map, Dart{d})) -
                                   level_of(map, face_of(map, phi2(map, Dart{d})))),
                          1);
            }
        }
        EXPECT_EQ(find_fault(map), "");
        EXPECT_GT(deepest_level(map), 1);
    }
}

}  // namespace
}  // namespace souple
