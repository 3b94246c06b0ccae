// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/hair/wisp_turning.cpp
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "souple/dynamics/hair/measure_hair.h"
#include "support/hair_world.h"

namespace souple {
namespace {

World turning_wisp(const Vec3& direction) {
    HairDef def = one_wisp(direction);
    def.material.turning = 3 / (2e-4 * 0.03 * 0.03);  // a rod of 0.2 g and 3 cm about its end
    World world = hair_world(def);
    world.model.gravity = Vec3(0, -9.8, 0);
    return world;
}

TEST(WispTurning, W9_3_the_first_segment_swings_with_the_period_of_a_rod) {
    World world = turning_wisp(Vec3(0.05, -1, 0));
    const Real half = std::numbers::pi * std::sqrt(2 * 0.03 / (3 * 9.8));
    const Real start = world.state.x[2].x() - world.state.x[1].x();
    world.step({.h = half});
    EXPECT_NEAR(world.state.x[2].x() - world.state.x[1].x(), -start, 0.03 * start);
    EXPECT_LT(segment_strain(world, 0), 1e-12);
}

TEST(WispTurning, W9_3_nothing_goes_from_the_tip_to_the_root) {
    World calm = turning_wisp(Vec3(0.3, -1, 0.1)), pushed = turning_wisp(Vec3(0.3, -1, 0.1));
    pushed.state.v[9] = Vec3(0, 0, 1);
    step_hair(calm, 10);
    step_hair(pushed, 10);
    for (int i = 0; i < 9; ++i) EXPECT_EQ(calm.state.x[i], pushed.state.x[i]);
    EXPECT_GT((calm.state.x[9] - pushed.state.x[9]).norm(), 1e-3);
}

}  // namespace
}  // namespace souple
