// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/topology/environment/environment.cpp, environment_shapes.cpp and ear_clipping.cpp.
#include "souple/topology/environment/environment.h"

#include <gtest/gtest.h>

#include <cmath>

#include "grounds.h"
#include "souple/core/errors.h"
#include "souple/geometry/orient.h"

namespace souple {
namespace {

Real area_of_all(const Environment& ground) {
    Real sum = 0;
    for_each_face(ground.map, [&](Face f) { sum += area_of(ground, f); });
    return sum;
}

Real area_of_obstacles(const Environment& ground) {
    Real sum = 0;
    for_each_face(ground.map, [&](Face f) { sum += is_obstacle(ground, f) ? area_of(ground, f) : 0; });
    return sum;
}

template <class Ground>
std::string complaint_about(const Ground& ground) {
    try {
        make_environment(ground_of(ground, "ground"), 3);
    } catch (const TopologyError& error) {
        return error.what();
    }
    return "none";
}

std::string complaint_about(const GroundMesh& mesh) {
    try {
        make_environment(mesh, 3);
    } catch (const TopologyError& error) {
        return error.what();
    }
    return "none";
}

TEST(Environment, areas_obstacles_and_straight_sides_survive_random_splits_and_merges) {
    for (Environment ground :
         {open_ground(false), open_ground(true), ground_with_blocks(false), slanted_ground()}) {
        SCOPED_TRACE(ground.name);
        const Real area = area_of_all(ground), blocked = area_of_obstacles(ground);
        const Map2 before = ground.map;
        Rng rng{5};
        MapChange change;
        for (int i = 0; i < 300; ++i) {
            const Face f = random_leaf(ground.map, rng);
            const Face parent{ground.map.faces[f.index].parent};
            if (rng.uniform() < 0.6 && level_of(ground.map, f) < ground.max_level)
                split_cell(ground, f, change);
            else if (parent && can_merge(ground.map, parent))
                merge_cell(ground, parent, change);
        }
        EXPECT_EQ(find_fault(ground.map), "");
        EXPECT_NEAR(area_of_all(ground), area, 1e-12 * area);
        EXPECT_NEAR(area_of_obstacles(ground), blocked, 1e-12 * area);
        for_each_face(ground.map, [&](Face f) {
            for_each_dart(ground.map, f, [&](Dart d) {
                const Dart last = phi1_inv(ground.map, d);
                const int turn = orient(start_of(ground, last), start_of(ground, d), finish_of(ground, d));
                ASSERT_GE(turn, 0) << "face " << f.index;
                ASSERT_TRUE(turn == 0 || !hangs(ground.map, d)) << "face " << f.index;
            });
        });
    }
}

TEST(Environment, F2_41_obstacles_and_walls_are_inherited_by_what_cells_are_split_into) {
    RectangleGround def;
    def.high = {4, 2};
    def.cell = 1;
    def.obstacles = {{{1, 0}, {2, 1}}};
    GroundMesh mesh = ground_of(def, "ground");
    mesh.walls = {{2, 7}};  // from (2, 0) to (2, 1)
    mesh.walls.push_back({8, 13});
    Environment ground = make_environment(mesh, 3);
    const auto blocked_sides = [&] {
        int count = 0;
        for_each_face(ground.map, [&](Face f) {
            if (is_obstacle(ground, f)) return;
            for_each_dart(ground.map, f, [&](Dart d) { count += can_pass(ground, d) ? 0 : 1; });
        });
        return count;
    };
    const int before = blocked_sides();
    EXPECT_EQ(before, 11 + 3 + 2);  // border, into the obstacle, the free wall from both sides
    MapChange change;
    std::vector<Face> faces;
    for_each_face(ground.map, [&](Face f) { faces.push_back(f); });
    for (const Face f : faces) split_cell(ground, f, change);
    EXPECT_EQ(blocked_sides(), 2 * before);
    for (const Face f : faces) merge_cell(ground, f, change);
    EXPECT_EQ(blocked_sides(), before);
}

TEST(Environment, cities_and_polygons_have_the_area_they_should) {
    CityGround city;
    city.columns = 3;
    city.rows = 2;
    const Environment town = make_environment(ground_of(city, "town"), 2);
    EXPECT_NEAR(area_of_obstacles(town), 6 * 400.0, 1e-9);
    EXPECT_NEAR(area_of_all(town), 84.0 * 58.0, 1e-9);
    EXPECT_TRUE(town.is_convex);

    PolygonGround square;
    square.outline = {{0, 0}, {0, 10}, {10, 10}, {10, 0}};  // clockwise is fine too
    square.obstacles = {
        {{2, 2}, {4, 2}, {4, 4}, {2, 4}}, {{6, 6}, {8, 6}, {7, 8}}, {{2, 6}, {3, 6}, {3, 9}, {2, 9}}};
    const Environment yard = make_environment(ground_of(square, "yard"), 2);
    EXPECT_NEAR(area_of_all(yard), 100, 1e-9);
    EXPECT_NEAR(area_of_obstacles(yard), 4 + 2 + 3, 1e-9);
    EXPECT_EQ(count_cells(yard.map).euler(), 1);
    EXPECT_FALSE(slanted_ground().is_convex);
    EXPECT_FALSE(ground_with_blocks(true).is_convex);
}

TEST(Environment, F2_19_a_star_shaped_face_becomes_a_fan_and_another_is_refused_by_name) {
    GroundMesh star;
    star.points = {{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}};
    star.polygons.add(std::array{0, 1, 2, 3, 4});
    const Environment ground = make_environment(star, 2);
    EXPECT_EQ(count_cells(ground.map).faces, 5);
    EXPECT_NEAR(area_of_all(ground), 16 - 6, 1e-9);

    GroundMesh u;
    u.points = {{0, 0}, {5, 0}, {5, 4}, {4, 4}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
    u.polygons.add(std::array{0, 1, 2, 3, 4, 5, 6, 7});
    EXPECT_EQ(complaint_about(u), "environment: face 0 is not star-shaped: from no point all of it is seen");
}

TEST(Environment, bad_ground_is_refused_with_the_place_of_the_fault) {
    GroundMesh gap;
    gap.points = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {1, 0}, {2, 0}, {2, 1}, {1, 1}};
    gap.polygons.add(std::array{0, 1, 2, 3});
    gap.polygons.add(std::array{4, 5, 6, 7});
    EXPECT_EQ(complaint_about(gap),
              "environment: points 1 and 4 are both at (1, 0): a gap lies between their faces");
    gap.points[4].x() = gap.points[7].x() = 1.1;
    EXPECT_EQ(complaint_about(gap), "environment: a gap parts face 1 from face 0");

    GroundMesh spiral;  // more than once around
    for (int k = 0; k <= 7; ++k) {
        const Vec2 out{std::cos(k * 1.047), std::sin(k * 1.047)};
        spiral.points.push_back((1 + 0.02 * k) * out);
        spiral.points.push_back((2 + 0.02 * k) * out);
        if (k > 0) spiral.polygons.add(std::array{2 * k - 2, 2 * k - 1, 2 * k + 1, 2 * k});
    }
    EXPECT_EQ(complaint_about(spiral), "environment: faces 0 and 6 overlap");

    RectangleGround blocks;
    blocks.high = {10, 10};
    blocks.obstacles = {{{1, 1}, {3, 3}}, {{5, 5}, {7, 7}}, {{6, 6}, {8, 8}}};
    EXPECT_EQ(complaint_about(blocks), "ground: obstacles 1 and 2 overlap");
    blocks.obstacles = {{{8, 8}, {12, 9}}};
    EXPECT_EQ(complaint_about(blocks), "ground: obstacle 0 reaches outside");

    PolygonGround yard;
    yard.outline = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
    yard.obstacles = {{{1, 1}, {4, 1}, {4, 4}}, {{3, 1.5}, {6, 1.5}, {6, 2}}};
    EXPECT_EQ(complaint_about(yard), "ground: obstacles 0 and 1 overlap");
    yard.obstacles = {{{1, 1}, {4, 1}, {4, 4}, {1, 4}}, {{2, 2}, {3, 2}, {3, 3}}};
    EXPECT_EQ(complaint_about(yard), "ground: obstacles 0 and 1 overlap");
    yard.obstacles.clear();
    yard.outline = {{0, 0}, {9, 9}, {9, 0}, {0, 9}};
    EXPECT_NE(complaint_about(yard), "none");
}

}  // namespace
}  // namespace souple
