// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/divide_step.h
#include "souple/dynamics/contact/divide_step.h"

#include <gtest/gtest.h>

#include "souple/dynamics/scratch.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

/// A ball of 2 cm above a sheet of half a metre.
World ball_over_sheet(Real speed, int most, Real height = 0.1) {
    BodyDef ball = body_of(Sphere{0.01}, {0.01, height, 0.02});
    ball.velocity = {0, -speed, 0};
    World world = rigid_world({ball});
    ClothDef cloth = small_cloth(10);
    cloth.width = cloth.height = 0.5;
    cloth.holds.pins = {{.edge = "border"}};
    cloth.part.thickness = 1e-3;
    add_cloth(world, cloth);
    world.model.contact.max_divisions = most;
    return world;
}

int divisions(World& world, Real h) {
    prepare(world.model, *world.scratch);
    return count_divisions({world.model, 0, h}, world.control, world.state, *world.scratch);
}

}  // namespace

TEST(DivideStep, F3_75_a_ball_goes_no_farther_than_its_size_in_a_piece) {
    World world = ball_over_sheet(21, 100);
    EXPECT_EQ(divisions(world, 0.01), 10);  // 21 cm, and the sheet is 1 mm thick besides the 2 cm
    EXPECT_EQ(divisions(world, 0.02), 20);
}

TEST(DivideStep, no_more_often_than_allowed) {
    World world = ball_over_sheet(210, 7);
    EXPECT_EQ(divisions(world, 0.01), 7);
    World off = ball_over_sheet(210, 1);
    EXPECT_EQ(divisions(off, 0.01), 1);
}

TEST(DivideStep, what_meets_nothing_in_the_step_is_left_whole) {
    World world = ball_over_sheet(21, 100, 0.5);
    EXPECT_EQ(divisions(world, 0.01), 1);
    World away = ball_over_sheet(-21, 100);
    EXPECT_EQ(divisions(away, 0.01), 1);
}

TEST(DivideStep, a_step_that_was_divided_ends_where_and_when_it_should) {
    World world = ball_over_sheet(30, 100, 0.2);
    world.model.strangers.push_back({0, 1});
    EXPECT_EQ(world.step({.h = 0.01, .intervals = 2}).divisions, 1);
    EXPECT_NEAR(world.state.frames.x[0].y(), -0.1, 1e-12);
    World held = ball_over_sheet(30, 100, 0.2);
    const StepReport report = held.step({.h = 0.01, .intervals = 2});
    EXPECT_EQ(report.divisions, 15);
    EXPECT_EQ(held.state.time, 0.01);
    EXPECT_GT(held.state.frames.x[0].y(), -0.099);
}

}  // namespace souple
