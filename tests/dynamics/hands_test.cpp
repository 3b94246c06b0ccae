// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/dynamics/hands.h
#include "souple/dynamics/hands.h"

#include <gtest/gtest.h>

#include "souple/dynamics/world.h"

namespace souple {

namespace {

constexpr Real hand_interval = 0.005;  // [s]

/// A point of 2 kg at rest in the origin, and a frame of 3 kg at (5, 0, 0).
World point_and_frame() {
    World world;
    Part part = begin_part(world, "both", "particles");
    add_point(world, {.x = Vec3::Zero(), .mass = 2});
    add_frame(world, {Vec3(5, 0, 0), Quat::Identity()}, Vec3::Zero(), Vec3::Zero(), {3, Vec3::Constant(0.1)});
    close_part(world, part);
    return world;
}

HandForces forces_of(const World& world) {
    HandForces forces;
    find_hand_forces(world.control.hands, world.model, world.state, hand_interval, forces);
    return forces;
}

}  // namespace

TEST(HandForces, hands_that_rest_do_nothing) {
    const HandForces forces = forces_of(point_and_frame());
    EXPECT_TRUE(forces.point.empty() && forces.frame.empty() && forces.torque.empty());
}

TEST(HandForces, a_pulled_point_is_carried_and_drawn_to_the_pointer) {
    World world = point_and_frame();
    Grab grab{.part = 0, .point = 0};
    world.control.hands.grabs = {grab};
    EXPECT_EQ(forces_of(world).point[0], Vec3(-2 * world.model.gravity));
    world.control.hands.grabs[0].target = Vec3(0.1, 0, 0);
    EXPECT_NEAR(forces_of(world).point[0].x(), 2 * 20 * 20 * 0.1, 1e-12);  // m omega^2 d
    world.state.v[0] = Vec3(1, 0, 0);
    EXPECT_NEAR(forces_of(world).point[0].x(), 2 * 20 * 20 * 0.1 - 2 * 20, 1e-12);  // - m omega v
}

TEST(HandForces, a_force_beside_the_middle_of_a_frame_turns_it) {
    World world = point_and_frame();
    Grab at{.part = 0, .frame = 0, .local = Vec3(0.5, 0, 0)};
    world.control.hands.forces = {{1, at, Vec3(0, 4, 0)}};
    const HandForces forces = forces_of(world);
    EXPECT_EQ(forces.frame[0], Vec3(0, 4, 0));
    EXPECT_EQ(forces.torque[0], Vec3(0, 0, 2));
    EXPECT_EQ(forces.point[0], Vec3::Zero());
}

TEST(HandForces, a_ball_drives_what_is_inside_out_in_the_time_of_a_push) {
    World world = point_and_frame();
    world.control.hands.balls = {{1, Vec3(-0.1, 0, 0), 0.3}};
    const HandForces forces = forces_of(world);
    EXPECT_NEAR(forces.point[0].x(), 2 / hand_interval * 0.2 / 0.1, 1e-9);  // m v / h, 0.2 m deep, 0.1 s
    EXPECT_EQ(forces.frame[0], Vec3::Zero());
}

}  // namespace souple
