// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/elements/rail.h
#include "souple/dynamics/elements/rail.h"

#include <gtest/gtest.h>

#include <cmath>

namespace souple {
namespace {

TEST(Rail, W3_5_puts_a_point_back_on_its_circle_and_its_velocity_along_it) {
    const Rail rail{.centre = Vec3(1, 0, 0), .axis = Vec3::UnitZ(), .radius = 2};
    Vec3 x(4, 4, 0.5), v(1, 2, 3);
    correct(rail, x, v);
    EXPECT_LT((x - Vec3(1 + 2 * 0.6, 2 * 0.8, 0)).norm(), 1e-14);
    const Vec3 tangent(-0.8, 0.6, 0);
    EXPECT_LT((v - (2 * 0.6 - 0.8) * tangent).norm(), 1e-14);  // only the part along the circle is kept
}

TEST(Rail, W3_5_a_known_speed_is_restored_in_the_direction_of_travel) {
    const Rail rail{.radius = 1, .speed = 0.2};
    Vec3 x(1, 0, 0), v(0.5, -0.7, 0);
    correct(rail, x, v);
    EXPECT_LT((v - Vec3(0, -0.2, 0)).norm(), 1e-15);
}

TEST(Rail, W3_5_what_is_on_the_circle_already_stays_there) {
    const Rail rail{.axis = Vec3::UnitY(), .radius = 0.5};
    Vec3 x(0, 0, 0.5), v(3, 0, 0);
    correct(rail, x, v);
    EXPECT_LT((x - Vec3(0, 0, 0.5)).norm(), 1e-16);
    EXPECT_LT((v - Vec3(3, 0, 0)).norm(), 1e-15);
}

TEST(Rail, a_point_on_the_axis_goes_somewhere_on_the_circle) {
    const Rail rail{.axis = Vec3::UnitX(), .radius = 0.5};
    Vec3 x(2, 0, 0), v(0, 0, 0);
    correct(rail, x, v);
    EXPECT_NEAR(x.norm(), 0.5, 1e-15);
    EXPECT_NEAR(x.x(), 0, 1e-15);
}

}  // namespace
}  // namespace souple
