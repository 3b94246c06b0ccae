// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/view/body_colours.h and how bodies get them.
#include "souple/view/body_colours.h"

#include <gtest/gtest.h>

#include <cmath>

#include "souple/view/describe_world.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

/// What eyes without one kind of cones make of linear light (Machado, Oliveira and Fernandes 2009, severity
/// 1).
const std::array<Mat3, 3>& eyes() {
    static const std::array<Mat3, 3> kinds = {Mat3::Identity(),
                                              Mat3{{0.152286, 1.052583, -0.204868},
                                                   {0.114503, 0.786281, 0.099216},
                                                   {-0.003882, -0.048116, 1.051998}},
                                              Mat3{{0.367322, 0.860646, -0.227968},
                                                   {0.280085, 0.672501, 0.047413},
                                                   {-0.011820, 0.042940, 0.968881}}};
    return kinds;
}

Vec3 lab_of(const Vec3& linear) {
    const Mat3 to_xyz{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}};
    const Vec3 xyz = (to_xyz * linear.cwiseMax(0).cwiseMin(1)).cwiseQuotient(Vec3(0.9505, 1, 1.089));
    const Vec3 f = xyz.unaryExpr([](Real t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; });
    return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

/// Difference of two bodies' colours in CIELAB, to those eyes that see least of it.
Real difference(std::size_t a, std::size_t b) {
    const auto seen = [](std::size_t index, const Mat3& eye) {
        const std::array<float, 3> c = body_colour(index);
        return lab_of(eye * Vec3(c[0], c[1], c[2]));
    };
    Real least = 1e9;
    for (const Mat3& eye : eyes()) least = std::min(least, (seen(a, eye) - seen(b, eye)).norm());
    return least;
}

TEST(BodyColours, any_two_can_be_told_apart_and_neighbours_at_a_glance_without_red_or_green_cones_too) {
    for (std::size_t a = 0; a < body_colour_count; ++a) {
        for (std::size_t b = a + 1; b < body_colour_count; ++b)
            EXPECT_GT(difference(a, b), 15) << a << ' ' << b;
        EXPECT_GT(difference(a, a + 1), 35) << a;
        EXPECT_GT(difference(a, a + 2), 22) << a;
        EXPECT_EQ(body_colour(a), body_colour(a + 3 * body_colour_count));
    }
}

const Quantity* colour_of(const StructureHead& head) {
    for (const Quantity& quantity : head.quantities)
        if (quantity.kind == QuantityKind::Colour) return &quantity;
    return nullptr;
}

TEST(BodyColours, each_body_has_the_colour_of_its_place_in_the_part_whatever_its_shape) {
    const BodyDef ball = body_of(Sphere{0.1}, {0, 5, 0}), box = body_of(Box{{0.1, 0.1, 0.1}}, {0, 0, 0});
    const World world = rigid_world({box, ball, box});
    const Frame frame = describe_world(world.model, world.state, world.control);
    ASSERT_EQ(frame.instances.size(), 2u);
    std::vector<float> boxes, balls;
    for (const std::size_t index : {0, 2})
        for (const float value : body_colour(index)) boxes.push_back(value);
    for (const float value : body_colour(1)) balls.push_back(value);
    for (const InstancesView& view : frame.instances) {
        const Quantity* colour = colour_of(view.head);
        ASSERT_NE(colour, nullptr);
        EXPECT_EQ(colour->name, "colour");
        EXPECT_EQ(colour->values, view.poses.size() == 2 ? boxes : balls);
    }
}

TEST(BodyColours, a_body_alone_in_its_part_has_the_colour_of_the_part) {
    const World world = rigid_world({body_of(Sphere{0.1}, Vec3::Zero())});
    const Frame frame = describe_world(world.model, world.state, world.control);
    EXPECT_EQ(colour_of(frame.instances.at(0).head), nullptr);
}

}  // namespace
}  // namespace souple
