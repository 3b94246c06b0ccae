// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/agents/see_bodies.cpp.
#include "souple/dynamics/agents/see_bodies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "souple/core/rng.h"

namespace souple {
namespace {

/// Bodies as a crowd lists them, without a world around them.
CrowdBuffer among(std::vector<MovingDisc> bodies) {
    CrowdBuffer buffer;
    buffer.bodies = std::move(bodies);
    sort_seen_bodies(buffer);
    return buffer;
}

TEST(SeeBodies, F2_43_an_agent_heeds_the_nearest_bodies_whatever_their_order) {
    Rng rng{3};
    AgentGroup group;
    group.neighbour_distance = 6;
    const MovingDisc self{{0, 0}, {1, 0}, 0.25};
    for (int i = 0; i < 50; ++i) {
        std::vector<MovingDisc> bodies;
        for (int k = 0; k < 40; ++k)
            bodies.push_back({{rng.uniform(-7, 7), rng.uniform(-7, 7)}, {0, 0}, rng.uniform(0.1, 0.9)});
        HalfPlanes planes;
        add_body_lines(group, self, among(bodies), 0.05, planes);

        const auto gap = [](const MovingDisc& body) { return body.x.norm() - body.radius; };
        std::sort(bodies.begin(), bodies.end(),
                  [&](const MovingDisc& a, const MovingDisc& b) { return gap(a) < gap(b); });
        const auto seen = std::count_if(bodies.begin(), bodies.end(),
                                        [&](const MovingDisc& body) { return gap(body) <= 6; });
        ASSERT_EQ(planes.count, std::min<long>(seen, most_seen_bodies));
        for (int k = 0; k < planes.count; ++k) {
            const HalfPlane half = line_for(self, bodies[k], group.horizon, 0.05);
            EXPECT_EQ(planes.lines[k].direction, half.direction);
            EXPECT_LT((planes.lines[k].point - self.v - 2 * (half.point - self.v)).norm(), 1e-12);
        }
    }
}

TEST(SeeBodies, F2_43_a_wide_body_is_seen_by_its_rim) {
    AgentGroup group;
    group.neighbour_distance = 2;
    HalfPlanes planes;
    add_body_lines(group, {{0, 0}, {1, 0}, 0.25}, among({{{11, 0}, {0, 0}, 9.5}}), 0.05, planes);
    EXPECT_EQ(planes.count, 1);
    add_body_lines(group, {{0, 0}, {1, 0}, 0.25}, among({{{12, 0}, {0, 0}, 9.5}}), 0.05, planes);
    EXPECT_EQ(planes.count, 1);
}

/// One body beside somebody who stands on a curved ground at the origin, with a direction up.
RealmBuffer beside_body(const Convex& convex, const Pose& pose) {
    RealmBuffer buffer;
    const Aabb box = bounds(convex, pose);
    buffer.bodies.push_back({box.center(), Vec3::Zero(), box, pose, &convex});
    buffer.body_boxes.push_back(box);
    update(buffer.body_tree, buffer.body_boxes);
    return buffer;
}

TEST(SeeBodies, F2_43_on_a_planet_a_tall_thin_body_is_as_wide_as_it_stands_on_the_ground_whatever_is_up) {
    AgentGroup group;
    group.height = 1.75;
    const MovingDisc self{{0, 0}, {1, 0}, 0.25};
    const Convex pillar = Box{Vec3(0.1, 2, 0.1)}, ball = Sphere{0.4};
    for (const Vec3& direction : {Vec3(0, 1, 0), Vec3(1, 2, 2), Vec3(-1, 0.3, 0.2), Vec3(0, -1, 0)}) {
        const Vec3 up = direction.normalized();
        const BodyPlane plane = plane_across(Vec3::Zero(), up);
        const Quat stands = Quat::FromTwoVectors(Vec3::UnitY(), up);
        const Vec3 foot = plane.in_world({1.5, 0.3});
        HalfPlanes planes;
        add_body_lines(group, self, plane, beside_body(pillar, {foot + 2 * up, stands}), 0.05, planes);
        ASSERT_EQ(planes.count, 1);
        // between a disc that it covers and one around its corners
        const Real way = (planes.lines[0].point - self.v).norm() / 2;
        const auto asked = [&](Real radius) {
            const HalfPlane line = line_for(self, {{1.5, 0.3}, {0, 0}, radius}, group.horizon, 0.05);
            return (line.point - self.v).norm();
        };
        EXPECT_GE(way, asked(0.1) - 1e-9);
        EXPECT_LE(way, asked(0.1 * std::sqrt(2.0)) + 1e-9);
        planes.count = 0;
        add_body_lines(group, self, plane, beside_body(ball, {foot + 0.4 * up, stands}), 0.05, planes);
        ASSERT_EQ(planes.count, 1);
        EXPECT_NEAR((planes.lines[0].point - self.v).norm() / 2, asked(0.4), 1e-9);
        planes.count = 0;  // and what hangs above its head is not in its way
        add_body_lines(group, self, plane, beside_body(pillar, {foot + 3.8 * up, stands}), 0.05, planes);
        EXPECT_EQ(planes.count, 0);
    }
}

}  // namespace
}  // namespace souple
