// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests dynamics/contact/sleep.cpp.
#include <gtest/gtest.h>

#include "souple/dynamics/scratch.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

/// Two boxes on each other, and one that comes down on them later.
World sleepy_world(Real newcomer_height) {
    World world =
        rigid_world({body_of(Box{{0.5, 0.5, 0.5}}, {0, 0.5, 0}), body_of(Box{{0.5, 0.5, 0.5}}, {0, 1.5, 0}),
                     body_of(Sphere{0.3}, {0, newcomer_height, 0})},
                    down);
    add_floor(world);
    world.model.contact.sleeping = true;
    return world;
}

void run_seconds(World& world, Real seconds) {
    const StepSettings settings{1.0 / 120, 2};
    const int steps = static_cast<int>(seconds / settings.h + 0.5);
    for (int k = 0; k < steps; ++k) ASSERT_FALSE(world.step(settings).failure);
}

TEST(Sleep, bodies_at_rest_fall_asleep_and_stop_to_the_bit) {
    World world = sleepy_world(100);
    run_seconds(world, 1);
    EXPECT_EQ(world.scratch->interaction.asleep.size(), 2u);
    const Frames before = world.state.frames;
    run_seconds(world, 0.2);
    for (int f = 0; f < 2; ++f) {
        EXPECT_EQ(world.state.frames.x[f], before.x[f]);
        EXPECT_EQ(world.state.frames.q[f].coeffs(), before.q[f].coeffs());
        EXPECT_EQ(world.state.frames.v[f], Vec3(Vec3::Zero()));
    }
    EXPECT_LT(world.state.frames.x[2].y(), before.x[2].y()) << "what falls goes on falling";
}

TEST(Sleep, a_newcomer_wakes_the_whole_island) {
    World world = sleepy_world(8);
    run_seconds(world, 1);
    ASSERT_EQ(world.scratch->interaction.asleep.size(), 2u);
    run_seconds(world, 0.2);  // it lands after 1.098 s
    EXPECT_TRUE(world.scratch->interaction.asleep.empty());
}

TEST(Sleep, nothing_sleeps_unless_asked) {
    World world = sleepy_world(100);
    world.model.contact.sleeping = false;
    run_seconds(world, 1);
    EXPECT_TRUE(world.scratch->interaction.asleep.empty());
    EXPECT_TRUE(world.state.quiet.empty());
}

TEST(Sleep, what_floats_without_touching_anything_stays_awake) {
    World world = rigid_world({body_of(Sphere{0.3}, {0, 5, 0}), body_of(Sphere{0.3}, {0, 9, 0})});
    world.model.contact.sleeping = true;
    run_seconds(world, 1);
    EXPECT_TRUE(world.scratch->interaction.asleep.empty());
}

TEST(Sleep, a_sleeping_stack_keeps_the_impulses_it_will_wake_with) {
    World world = sleepy_world(100);
    run_seconds(world, 1);
    const Real carried = carried_impulse(world);
    EXPECT_GT(carried, 0);
    run_seconds(world, 0.2);
    EXPECT_DOUBLE_EQ(carried_impulse(world), carried);
}

}  // namespace
}  // namespace souple
