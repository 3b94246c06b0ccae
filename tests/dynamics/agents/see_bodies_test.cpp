// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/agents/see_bodies.cpp.
#include "souple/dynamics/agents/see_bodies.h"

#include <gtest/gtest.h>

#include <algorithm>

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

}  // namespace
}  // namespace souple
