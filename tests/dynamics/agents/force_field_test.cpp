// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/agents/force_field.cpp.
#include "souple/dynamics/agents/force_field.h"

#include <gtest/gtest.h>

namespace souple {
namespace {

AgentGroup field() {
    AgentGroup group;
    group.stiffness = 3;
    group.damping = 0.7;
    group.influence = 2;
    return group;
}

TEST(ForceField, F2_42_repulsion_is_the_formula_inside_its_radius_and_nothing_outside) {
    const AgentGroup group = field();
    for (const Real d : {0.1, 0.5, 1.0, 1.9})
        for (const Real rate : {-1.0, 0.0, 0.4})
            EXPECT_NEAR(repulsion(group, d, rate), 3 * (2 - d) * (2 - d) - 0.7 * rate, 1e-12);
    EXPECT_EQ(repulsion(group, 2, -5), 0);
    EXPECT_EQ(repulsion(group, 7, -5), 0);
    EXPECT_NEAR(repulsion(group, 2 - 1e-9, 0), 0, 1e-12);  // no step at the edge
}

TEST(ForceField, F2_42_agents_push_each_other_straight_apart_and_alike) {
    const AgentGroup group = field();
    const Vec2 a{1, 2}, b{1.6, 2.8}, va{0.3, -0.1}, vb{-0.2, 0.4};
    const Vec2 on_a = repulsion_of_agent(group, a, va, b, vb), on_b = repulsion_of_agent(group, b, vb, a, va);
    EXPECT_LT((on_a + on_b).norm(), 1e-12);
    const Vec2 direction = (a - b).normalized();
    EXPECT_NEAR(on_a.dot(direction), 3 * 1 * 1 - 0.7 * direction.dot(va - vb), 1e-12);
    EXPECT_NEAR(on_a.x() * direction.y() - on_a.y() * direction.x(), 0, 1e-12);
}

TEST(ForceField, F2_42_lines_of_equal_push_around_a_wall_are_ellipses) {
    const AgentGroup group = field();
    const Wall wall{{-1.5, 0}, {1.5, 0}};
    // all on the ellipse with a sum of distances 5 to the ends
    for (const Real angle : {0.3, 1.0, 1.5708, 2.5, 4.0}) {
        const Vec2 p{2.5 * std::cos(angle), 2 * std::sin(angle)};
        const Vec2 push = repulsion_of_wall(group, p, {0, 0}, wall);
        EXPECT_NEAR(push.norm(), 3 * 1, 1e-9);  // d = (5 - 3) / 2
        // and straight off the ellipse
        const Vec2 normal = Vec2(p.x() / 6.25, p.y() / 4).normalized();
        EXPECT_NEAR(push.normalized().dot(normal), 1, 1e-9);
        const Vec2 mirrored = repulsion_of_wall(group, p, {0, 0}, {wall.b, wall.a});
        EXPECT_LT((push - mirrored).norm(), 1e-12);
    }
    EXPECT_EQ(repulsion_of_wall(group, {0, 5}, {0, -9}, wall), Vec2(0, 0));
}

TEST(ForceField, F2_42_a_long_wall_acts_by_the_piece_that_is_near) {
    const Wall wall{{0, 0}, {10, 0}};
    const Wall middle = piece_near(wall, {4, 1}, 1.5), end = piece_near(wall, {-3, 1}, 1.5);
    EXPECT_LT((middle.a - Vec2(2.5, 0)).norm() + (middle.b - Vec2(5.5, 0)).norm(), 1e-12);
    EXPECT_LT((end.a - Vec2(0, 0)).norm() + (end.b - Vec2(1.5, 0)).norm(), 1e-12);
}

}  // namespace
}  // namespace souple
