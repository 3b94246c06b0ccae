// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/hair/split_wisps.h
#include "souple/dynamics/hair/split_wisps.h"

#include <gtest/gtest.h>

#include "souple/dynamics/hair/measure_hair.h"
#include "souple/dynamics/hair/meet_wisps.h"
#include "souple/dynamics/scratch.h"
#include "support/hair_world.h"

namespace souple {
namespace {

/// A wisp squashed at particle 6 along u, moving sideways.
World squashed(SplitVelocity velocity) {
    HairDef def = one_wisp(Vec3(0, -1, 0));
    def.split.ratio = 0.7;
    def.split.velocity = velocity;
    def.split.merge_distance = 0.01;
    def.split.merge_time = 0.1;
    def.room = 4;
    World world = hair_world(def);
    world.state.hair[0].radius[6 * 4 + 0] = world.state.hair[0].radius[6 * 4 + 2] = 0.005;
    for (int i = 2; i < 10; ++i) world.state.v[i] = Vec3(0.3, 0.1, 0);
    return world;
}

Vec3 momentum_of(const World& world) { return momentum(world.model, world.state, world.model.parts[0]); }

TEST(SplitWisps, W6_1_the_flattest_plane_and_its_longest_diameter_are_found) {
    World world = squashed(SplitVelocity::Momentum);
    prepare(world.model, *world.scratch);
    find_frames(world.model, {}, {}, world.model.hair[0], world.state, world.scratch->hair[0]);
    const Flattest where =
        flattest_of(world.model, world.model.hair[0], 0, world.state, world.scratch->hair[0]);
    EXPECT_EQ(where.particle, 6);
    EXPECT_NEAR(where.ratio, 0.5, 1e-14);
    EXPECT_NEAR(std::abs(where.longest.dot(world.scratch->hair[0].frames[6].v)), 1, 1e-12);
}

TEST(SplitWisps, W6_2_T20_halves_stand_where_the_wisp_stood_with_half_of_all_it_had) {
    World world = squashed(SplitVelocity::Momentum);
    const Real mass = mass_of(world.model, world.model.parts[0]);
    const Vec3 momentum = momentum_of(world);
    change_wisps(world, 0.01);
    ASSERT_EQ(wisp_count(world.model, world.state, 0), 2);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(world.state.x[i], world.state.x[10 + i]);
    EXPECT_NEAR(mass_of(world.model, world.model.parts[0]), mass, 1e-12 * mass);
    EXPECT_LT((momentum_of(world) - momentum).norm(), 1e-12 * momentum.norm());
    EXPECT_EQ(world.model.springs[0].stiffness, 25);
    EXPECT_EQ(world.model.springs[0].rest_length, world.model.springs[17].rest_length);
    EXPECT_EQ(world.model.point_mass[5], world.model.point_mass[15]);
}

TEST(SplitWisps, W6_3_T20_halves_leave_each_other_and_do_not_split_again_before_they_are_apart) {
    World world = squashed(SplitVelocity::Momentum);
    world.model.hair[0].split.merge_distance = 0;
    change_wisps(world, 0.01);
    change_wisps(world, 0.01);
    EXPECT_EQ(wisp_count(world.model, world.state, 0), 2);
    EXPECT_FALSE(world.state.hair[0].wisps[0].apart);
    step_hair(world, 9);
    EXPECT_GT((world.state.x[9] - world.state.x[19]).norm(), 0.005);
}

TEST(SplitWisps, W6_3_T20_the_sources_halves_are_as_fast_as_the_wisp_was_and_lose_momentum) {
    World world = squashed(SplitVelocity::Speed);
    const Vec3 v = world.state.v[6];
    change_wisps(world, 0.01);
    EXPECT_NEAR(world.state.v[6].norm(), v.norm(), 1e-12);
    EXPECT_NEAR(world.state.v[16].norm(), v.norm(), 1e-12);
    // v is across the longest diameter and the ratio is 1/2: 0.707 of the momentum is left
    EXPECT_NEAR(((world.state.v[6] + world.state.v[16]) / 2).norm() / v.norm(), 0.7071, 1e-3);
}

TEST(SplitWisps, W6_4_halves_that_stay_close_become_one_again_without_a_jump) {
    World world = squashed(SplitVelocity::Momentum);
    change_wisps(world, 0.01);
    WispMemory *a = &world.state.hair[0].wisps[0], *b = &world.state.hair[0].wisps[1];
    a->apart = b->apart = true;
    for (int k = 0; k < 80; ++k) world.state.hair[0].radius[k] = 0.01;
    for (int i = 2; i < 10; ++i) world.state.x[10 + i] += Vec3(0.004, 0, 0);
    const Vec3 momentum = momentum_of(world);
    Vec3 tip = (world.state.x[9] + world.state.x[19]) / 2;
    for (int k = 0; k < 12; ++k) change_wisps(world, 0.01);
    EXPECT_EQ(wisp_count(world.model, world.state, 0), 1);
    EXPECT_LT((world.state.x[9] - tip).norm(), 1e-9);
    EXPECT_LT((momentum_of(world) - momentum).norm(), 1e-12);
    EXPECT_EQ(world.state.hair[0].wisps[0].depth, 0);
}

TEST(SplitWisps, T20_there_is_no_split_without_room) {
    World world = squashed(SplitVelocity::Momentum);
    for (int slot = 1; slot < 4; ++slot) world.state.hair[0].wisps[slot].root = 0;
    change_wisps(world, 0.01);
    EXPECT_EQ(world.state.hair[0].wisps[0].depth, 0);
}

}  // namespace
}  // namespace souple
