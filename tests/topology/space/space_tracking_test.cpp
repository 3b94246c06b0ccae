// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/topology/space/space.cpp and space_tracking.cpp.
#include "souple/topology/space/space_tracking.h"

#include <gtest/gtest.h>

#include "souple/core/errors.h"
#include "souple/geometry/meets_convex.h"
#include "topology/space/spaces.h"

namespace souple {
namespace {

void split_at_random(Space& space, int count, std::uint64_t seed) {
    Rng rng{seed};
    for (int i = 0; i < count; ++i) {
        const VolumeCell c = random_volume(space.map, rng);
        if (level_of(space.map, c) < space.max_level) split_cell(space, c.index);
    }
}

Real whole_volume(const Space& space) {
    Real sum = 0;
    for_each_volume(space.map, [&](VolumeCell c) { sum += volume_of(space, c); });
    return sum;
}

TEST(Space, F2_9_the_volume_of_all_cells_stays_when_they_are_split_and_merged) {
    Space space = make_space(grid_mesh(2, 2, 2), 3);
    EXPECT_TRUE(space.has_boxes);
    EXPECT_NEAR(whole_volume(space), 8 * 64, 8 * 64 * 1e-12);
    split_at_random(space, 40, 1);
    EXPECT_NEAR(whole_volume(space), 8 * 64, 8 * 64 * 1e-12);
    Rng rng{2};
    int merges = 0;
    for (int i = 0; i < 200; ++i) {
        const VolumeCell parent{space.map.volumes[random_volume(space.map, rng).index].parent};
        if (!parent || !can_merge(space.map, parent)) continue;
        merge_cell(space, parent.index);
        ++merges;
    }
    EXPECT_GT(merges, 10);
    EXPECT_NEAR(whole_volume(space), 8 * 64, 8 * 64 * 1e-12);
    EXPECT_EQ(find_fault(space.map), "");
}

TEST(Space, F2_19_a_cell_that_is_not_seen_whole_from_its_centre_is_refused_by_name) {
    EXPECT_NO_THROW(make_space(bent_mesh(3, 3, 3), 2));
    HexahedronMesh mesh = grid_mesh(2, 1, 1);
    mesh.points[1] = {7.5, 3.8, 3.8};  // a corner between both is pushed through the second
    try {
        make_space(mesh, 0);
        FAIL();
    } catch (const TopologyError& error) {
        EXPECT_NE(std::string(error.what()).find("is not seen whole from its centre"), std::string::npos);
    }
    mesh = grid_mesh(2, 1, 1);
    mesh.points[2] = mesh.points[1];
    EXPECT_THROW(make_space(mesh, 0), TopologyError);
}

TEST(SpaceTracking, F2_13_F2_20_random_walks_along_faces_edges_and_through_corners_are_never_lost) {
    for (const bool is_bent : {false, true}) {
        SCOPED_TRACE(is_bent);
        Space space = make_space(is_bent ? bent_mesh(3, 3, 3) : grid_mesh(3, 2, 2), 3);
        split_at_random(space, 25, 4);
        Rng rng{9};
        const Vec3 size = is_bent ? Vec3(11, 11, 11) : Vec3(12, 8, 8),
                   low = Vec3::Constant(is_bent ? 0.5 : 0);
        Dart sought = dart_of(space.map, random_volume(space.map, rng)), tracked;
        Vec3 p = low;
        for (int i = 0; i < 2500; ++i) {
            const Vec3 q = low + random_place(size - low, rng);
            const SpaceEnd end = seek(space, sought, q);
            ASSERT_FALSE(end.searched_all) << i;
            ASSERT_TRUE(fan_holds(space, end.dart, q)) << i;
            ASSERT_TRUE(contains(space, end.cell, q)) << i;
            if (tracked) {
                const SpaceEnd straight = track(space, tracked, p, q);
                ASSERT_FALSE(straight.searched_all) << i;
                ASSERT_EQ(straight.place, q) << i;
                ASSERT_TRUE(fan_holds(space, straight.dart, q)) << i;
                // both end in the same cell unless the place lies between cells
                const bool between = kind_of_place(space, straight.dart, q) != SpaceKind::Volume;
                ASSERT_TRUE(straight.cell == end.cell || between) << i;
            }
            p = q;
            sought = tracked = end.dart;
        }
    }
}

TEST(SpaceTracking, F2_14_F2_15_F2_16_a_place_knows_whether_it_is_on_a_vertex_an_edge_or_a_face) {
    const Space space = make_space(grid_mesh(2, 2, 2), 0);
    const auto kind = [&](const Vec3& p) { return kind_of_place(space, locate_by_search(space, p), p); };
    EXPECT_EQ(kind({1, 1, 1.5}), SpaceKind::Volume);
    EXPECT_EQ(kind({2, 2, 2}), SpaceKind::Volume);
    EXPECT_EQ(kind({4, 1, 1.5}), SpaceKind::Face);
    EXPECT_EQ(kind({4, 4, 1.5}), SpaceKind::Edge);
    EXPECT_EQ(kind({4, 4, 4}), SpaceKind::Vertex);
}

TEST(SpaceTracking, F2_14_F2_15_F2_16_lines_in_faces_along_edges_and_through_vertices_arrive) {
    Space space = make_space(grid_mesh(3, 3, 3), 2);
    split_at_random(space, 6, 3);
    const auto arrives = [&](const Vec3& p, const Vec3& q) {
        const SpaceEnd end = track(space, locate_by_search(space, p), p, q);
        EXPECT_FALSE(end.searched_all);
        EXPECT_EQ(end.place, q);
        EXPECT_TRUE(contains(space, end.cell, q));
    };
    arrives({4, 0.5, 0.25}, {4, 11, 10});  // in a face plane
    arrives({4, 4, 0.5}, {4, 4, 11.5});    // along edges
    arrives({0, 0, 0}, {12, 12, 12});      // through vertices
    arrives({1, 1, 1}, {11, 11, 11});      // through vertices and centres
    arrives({4, 4, 4}, {8, 8, 4});         // from vertex to vertex across a face
    arrives({4, 0.5, 4}, {4, 4, 4});       // ends in a vertex
    arrives({2, 2, 2}, {2, 2, 2});         // stays
}

TEST(SpaceTracking, F2_20_the_straight_walk_meets_every_cell_that_the_line_has_a_point_in) {
    Space space = make_space(grid_mesh(3, 3, 2), 2);
    split_at_random(space, 12, 6);
    Rng rng{3};
    for (int i = 0; i < 300; ++i) {
        const Vec3 p = random_place({12, 12, 8}, rng), q = random_place({12, 12, 8}, rng);
        const Dart from = locate_by_search(space, p);
        std::vector<int> met{volume_of(space.map, from).index};
        follow_line(space, from, p, q, false, [&](VolumeCell c) { met.push_back(c.index); });
        for_each_volume(space.map, [&](VolumeCell c) {
            const std::array<Vec3, 8> corners = corners_of(space.box[c]);
            const bool is_met = std::find(met.begin(), met.end(), c.index) != met.end();
            ASSERT_TRUE(is_met || p == q || !meets_inside(p, q, box_body(corners))) << i;
        });
    }
}

TEST(SpaceTracking, F2_18_walls_obstacles_and_the_border_stop_on_the_near_side) {
    HexahedronMesh mesh = grid_mesh(3, 3, 1);
    mesh.obstacle.assign(9, 0);
    mesh.obstacle[4] = 1;
    Space space = make_space(mesh, 1);
    const Vec3 p{1, 6.1, 2.2};
    const Dart from = locate_by_search(space, p);
    SpaceEnd end = track(space, from, p, {11, 6.1, 2.2});
    ASSERT_TRUE(end.wall);
    EXPECT_NEAR(end.place.x(), 4, 1e-12);
    EXPECT_LE(end.place.x(), 4);
    EXPECT_FALSE(is_obstacle(space, end.cell));
    end = track(space, from, p, {1, 6.1, 9});
    ASSERT_TRUE(end.wall);
    EXPECT_NEAR(end.place.z(), 4, 1e-12);
    space.map.faces[face_of(space.map, end.wall).index].mark = 0;
    // a wall inside: the face between the first two cells of the first row
    const Vec3 a{3, 1, 1};
    const SpaceEnd free_way = track(space, locate_by_search(space, a), a, {5, 1, 1});
    EXPECT_FALSE(free_way.wall);
    for_each_face(space.map, [&](Face f) {
        if (space.hub[f] == Vec3(4, 2, 2)) space.map.faces[f.index].mark = 1;
    });
    EXPECT_TRUE(track(space, locate_by_search(space, a), a, {5, 1, 1}).wall);
}

TEST(SpaceTracking, F2_18_a_lost_walk_passes_no_wall_and_stays_where_it_was) {
    Space space = make_space(grid_mesh(3, 1, 1), 0);
    const Vec3 p{2, 1, 1}, q{6, 3, 3.2};
    // the walk starts in a cell that the line never meets: it is lost at once
    const Dart wrong = locate_by_search(space, {10, 2, 2});
    const SpaceEnd free_way = track(space, wrong, p, q);
    EXPECT_TRUE(free_way.searched_all);
    EXPECT_EQ(free_way.place, q);
    EXPECT_TRUE(is_way_free(space, p, q));
    for_each_face(space.map, [&](Face f) {
        if (space.hub[f] == Vec3(4, 2, 2)) space.map.faces[f.index].mark = 1;
    });
    EXPECT_FALSE(is_way_free(space, p, q));
    EXPECT_TRUE(is_way_free(space, p, {3.9, 3, 3.2}));
    EXPECT_FALSE(is_way_free(space, p, {2, 5, 1}));  // out through the border
    const SpaceEnd stopped = track(space, wrong, p, q);
    EXPECT_TRUE(stopped.searched_all);
    EXPECT_EQ(stopped.place, p);
}

TEST(SpaceTracking, F2_18_who_meets_a_wall_slides_along_it) {
    HexahedronMesh mesh = grid_mesh(3, 3, 1);
    mesh.obstacle.assign(9, 0);
    mesh.obstacle[4] = 1;
    const Space space = make_space(mesh, 0);
    const Vec3 p{3, 5, 2};
    const SpaceEnd end = walk_along_walls(space, {3}, p, {6, 7, 2.5});
    EXPECT_TRUE(end.wall);
    EXPECT_FALSE(is_obstacle(space, end.cell));
    EXPECT_LE(end.place.x(), 4);
    EXPECT_NEAR(end.place.x(), 4, 1e-9);
    EXPECT_NEAR(end.place.y(), 7, 1e-9);  // the way along the wall is gone
    EXPECT_NEAR(end.place.z(), 2.5, 1e-9);
}

TEST(Space, F2_19_a_split_after_which_a_cell_would_not_be_seen_whole_is_taken_back) {
    int refused = 0, accepted = 0;
    for (int push = 0; push < 40; ++push) {
        HexahedronMesh mesh = grid_mesh(2, 1, 1);
        mesh.points[4] = Vec3(4, 4, 4) - 0.07 * push * Vec3(1, 1, 1);  // an upper corner between both
        for (std::size_t i = 0; i < mesh.points.size(); ++i)
            if (mesh.points[i] == Vec3(4, 4, 0)) mesh.points[i] += 0.02 * push * Vec3(1, 0, 0);
        Space space;
        try {
            space = make_space(mesh, 2);
        } catch (const TopologyError&) {
            continue;
        }
        for (int cell = 0; cell < 2; ++cell) {
            Space forced = space;
            divide_cell(forced, cell);
            bool is_whole = true;
            for_each_volume(forced.map, [&](VolumeCell c) { is_whole &= is_seen_whole(forced, c); });
            const Map3 before = space.map;
            const bool is_split = split_cell(space, cell);
            EXPECT_EQ(is_split, is_whole);
            ++(is_split ? accepted : refused);
            EXPECT_TRUE(is_split || space.map == before);
            for_each_volume(space.map, [&](VolumeCell c) { EXPECT_TRUE(is_seen_whole(space, c)); });
        }
    }
    EXPECT_GT(accepted, 5);
    EXPECT_GT(refused, 0);
}

TEST(Space, F2_19_in_a_bent_space_every_cell_stays_seen_whole_whatever_is_split_and_merged) {
    Space space = make_space(bent_mesh(2, 2, 2, 0.9), 3);
    Rng rng{8};
    int splits = 0, merges = 0;
    for (int i = 0; i < 120; ++i) {
        const VolumeCell c = random_volume(space.map, rng), parent{space.map.volumes[c.index].parent};
        if (rng.uniform() < 0.6 && level_of(space.map, c) < 3) {
            splits += split_cell(space, c.index);
        } else if (parent && can_merge(space.map, parent)) {
            merge_cell(space, parent.index);
            ++merges;
        }
        for_each_volume(space.map, [&](VolumeCell k) { ASSERT_TRUE(is_seen_whole(space, k)) << i; });
    }
    EXPECT_GT(splits, 20);
    EXPECT_GT(merges, 10);
}

TEST(SpaceTracking, F2_20_two_cells_with_a_moved_corner_send_a_point_to_one_of_them_and_stop) {
    HexahedronMesh mesh = grid_mesh(2, 1, 1);
    for (std::size_t i = 0; i < mesh.points.size(); ++i)
        if (mesh.points[i] == Vec3(4, 4, 4)) mesh.points[i] = {4.9, 3.4, 3.3};
    const Space space = make_space(mesh, 0);
    Rng rng{7};
    Dart d = dart_of(space.map, VolumeCell{0});
    int second = 0;
    for (int i = 0; i < 2000; ++i) {
        // around the bent face, where a plane through three of its corners would be wrong for one of both
        const Vec3 q{rng.uniform(3.5, 5), rng.uniform(0.5, 3), rng.uniform(0.5, 3)};
        const SpaceEnd end = seek(space, d, q);
        ASSERT_FALSE(end.searched_all);
        ASSERT_LT(end.crossings, 40);
        const Dart found = locate_by_search(space, q);
        ASSERT_EQ(volume_of(space.map, found), end.cell);
        second += end.cell.index;
        d = end.dart;
    }
    EXPECT_GT(second, 300);
    EXPECT_LT(second, 1700);
}

TEST(SpaceTracking, F2_21_F2_22_goals_on_bent_faces_on_their_edges_and_vertices_are_reached_from_everywhere) {
    Space space = make_space(bent_mesh(3, 3, 3), 2);
    split_at_random(space, 8, 2);
    std::vector<std::pair<Vec3, SpaceKind>> goals;
    for_each_face(space.map, [&](Face f) { goals.emplace_back(space.hub[f], SpaceKind::Face); });
    for_each_edge(space.map, [&](Edge e) {
        const Dart d = dart_of(space.map, e);
        const Vec3 ends =
            space.place[vertex_of(space.map, d)] + space.place[vertex_of(space.map, phi2(space.map, d))];
        goals.emplace_back(ends / 2, SpaceKind::Edge);
    });
    for_each_vertex(space.map, [&](Vertex v) { goals.emplace_back(space.place[v], SpaceKind::Vertex); });
    Rng rng{4};
    for (std::size_t i = 0; i < goals.size(); i += 3) {
        const auto& [goal, kind] = goals[i];
        const SpaceEnd end = seek(space, dart_of(space.map, random_volume(space.map, rng)), goal);
        ASSERT_TRUE(end.dart) << i;
        ASSERT_TRUE(fan_holds(space, end.dart, goal)) << i;
        ASSERT_EQ(kind_of_place(space, end.dart, goal), kind) << i;
        // and on from there, along a straight line between two such places
        const Vec3 next = goals[rng.next() % goals.size()].first;
        const SpaceEnd line = follow_line(space, end.dart, goal, next, true, [](VolumeCell) {});
        ASSERT_TRUE(line.wall || (line.dart && fan_holds(space, line.dart, next))) << i;
    }
}

TEST(SpaceTracking, F2_31_small_steps_cost_the_same_in_a_space_of_any_size) {
    std::vector<long long> crossings;
    for (const int cells : {3, 9}) {
        const Space space = make_space(grid_mesh(cells, cells, cells), 0);
        Rng rng{6};
        Vec3 q(6, 6, 6);
        Dart d = locate_by_search(space, q);
        long long sum = 0;
        for (int i = 0; i < 1000; ++i) {
            for (int axis = 0; axis < 3; ++axis)
                q[axis] = std::clamp(q[axis] + rng.uniform(-0.5, 0.5), 1.0, 11.0);
            const SpaceEnd end = seek(space, d, q);
            sum += end.crossings;
            d = end.dart;
        }
        crossings.push_back(sum);
    }
    EXPECT_NEAR(crossings[0], crossings[1], 0.02 * crossings[0]);
    EXPECT_LT(crossings[0], 4000);
}

TEST(SpaceTracking, a_goal_outside_is_looked_for_everywhere_and_that_is_told) {
    const Space space = make_space(grid_mesh(2, 1, 1), 0);
    const SpaceEnd end = seek(space, dart_of(space.map, VolumeCell{0}), {9, 9, 9});
    EXPECT_TRUE(end.searched_all);
    EXPECT_FALSE(end.dart);
}

// 10^6 steps each; about half a minute
TEST(SpaceTracking, DISABLED_long_a_million_steps_without_a_failure) {
    for (const bool is_bent : {false, true}) {
        Space space = make_space(is_bent ? bent_mesh(4, 4, 4) : grid_mesh(4, 4, 4), 3);
        split_at_random(space, 60, 4);
        Rng rng{19};
        Dart d = dart_of(space.map, random_volume(space.map, rng));
        Vec3 q = Vec3(8, 8, 8);
        int most = 0;
        for (int i = 0; i < 1000000; ++i) {
            for (int axis = 0; axis < 3; ++axis)
                q[axis] = std::clamp(q[axis] + rng.uniform(-1, 1), 0.5, 15.5);
            Vec3 goal = q;
            if (i % 4 == 0) goal = (2 * q).array().round() / 2;
            const SpaceEnd end = seek(space, d, goal);
            ASSERT_FALSE(end.searched_all) << i;
            ASSERT_TRUE(fan_holds(space, end.dart, goal)) << i;
            most = std::max(most, end.crossings);
            d = end.dart;
            q = goal;
        }
        std::printf("facets crossed in a step: at most %d\n", most);
    }
}

}  // namespace
}  // namespace souple
