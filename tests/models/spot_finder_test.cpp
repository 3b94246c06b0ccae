// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/models/spot_finder.h
#include "souple/models/spot_finder.h"

#include <gtest/gtest.h>

#include "support/test_world.h"

namespace souple {

namespace {

bool is_same(const MaterialPoint& a, const MaterialPoint& b) {
    return a.nodes == b.nodes && a.weights == b.weights && a.frame == b.frame;
}

/// Asks for many places, some of them as near to one thing as to another.
void expect_same_spots(const World& world, int index) {
    const Part& part = world.model.parts[index];
    SpotFinder finder(world.model, part);
    Rng rng{7};
    for (int k = 0; k < 400; ++k) {
        Vec3 rest(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1));
        if (k % 2 == 0) rest = (8 * rest).array().round().matrix() / 8;
        const Grip grip{.rest = rest};
        EXPECT_TRUE(is_same(finder.find(grip), find_spot(world.model, part, grip))) << k;
    }
}

}  // namespace

TEST(SpotFinder, a_tree_finds_the_spots_that_looking_at_all_of_a_sheet_finds) {
    World world;
    add_cloth(world, small_cloth(12));
    expect_same_spots(world, 0);
}

TEST(SpotFinder, a_tree_finds_the_points_that_looking_at_all_of_them_finds) {
    World world;
    ParticlesDef def;
    def.part.name = "grid";
    for (int k = 0; k < 512; ++k)
        def.points.push_back({.position = Vec3(k % 8, k / 8 % 8, k / 64) / 4 - Vec3::Ones()});
    add_particles(world, def);
    expect_same_spots(world, 0);
}

TEST(SpotFinder, a_part_without_triangles_does_not_take_those_of_a_part_that_comes_later) {
    World world = point_world(Vec3(5, 0, 0), Vec3::Zero());
    add_cloth(world, small_cloth());
    const MaterialPoint spot = find_spot(world.model, world.model.parts[0], {.rest = Vec3::Zero()});
    EXPECT_EQ(spot.nodes[0], 0);
    EXPECT_EQ(spot.weights, Vec3::UnitX());
}

}  // namespace souple
