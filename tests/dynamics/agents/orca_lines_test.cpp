// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/agents/orca_lines.cpp.
#include "souple/dynamics/agents/orca_lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "souple/core/rng.h"

namespace souple {
namespace {

/// [m] the least distance of a point that moves from the origin with v [m/s] for a time to a segment.
Real least_distance(const Vec2& v, const Vec2& a, const Vec2& b, Real time) {
    Real least = 1e300;
    for (int k = 0; k <= 4000; ++k) {
        const Vec2 p = v * (time * k / 4000), side = b - a;
        const Real length = side.squaredNorm();
        const Real share = length > 0 ? std::clamp((p - a).dot(side) / length, Real(0), Real(1)) : 0;
        least = std::min(least, (p - a - share * side).norm());
    }
    return least;
}

TEST(OrcaLines, F2_47_both_at_the_edge_of_what_is_allowed_just_miss_each_other) {
    Rng rng{4};
    int tested = 0;
    for (int i = 0; i < 300; ++i) {
        const MovingDisc a{{0, 0}, {rng.uniform(-2, 2), rng.uniform(-2, 2)}, 0.5};
        const MovingDisc b{
            {rng.uniform(-6, 6), rng.uniform(-6, 6)}, {rng.uniform(-2, 2), rng.uniform(-2, 2)}, 0.7};
        if (b.x.norm() < 1.3) continue;
        const Real horizon = 3;
        const HalfPlane of_a = line_for(a, b, horizon, 0.1), of_b = line_for(b, a, horizon, 0.1);
        // the two lines are mirror images: each does half
        EXPECT_LT((of_a.direction + of_b.direction).norm(), 1e-9);
        const Vec2 relative = (of_a.point - a.v) - (of_b.point - b.v) + a.v - b.v;
        const Real least = least_distance(relative, b.x, b.x, horizon);
        EXPECT_NEAR(least, 1.2, 2e-3) << i;
        ++tested;
    }
    EXPECT_GT(tested, 200);
}

TEST(OrcaLines, F2_47_discs_that_overlap_are_apart_after_one_step) {
    const MovingDisc a{{0, 0}, {0.2, 0.1}, 0.5}, b{{0.6, 0.1}, {-0.1, 0}, 0.5};
    const Real h = 0.25;
    const HalfPlane of_a = line_for(a, b, 2, h), of_b = line_for(b, a, 2, h);
    const Vec2 apart = b.x + h * of_b.point - (a.x + h * of_a.point);
    EXPECT_NEAR(apart.norm(), 1, 1e-9);
}

TEST(OrcaLines, F2_47_of_four_at_once_each_line_is_that_of_one_alone) {
    Rng rng{6};
    for (int i = 0; i < 2000; ++i) {
        const MovingDisc self{{0.3, -0.2}, {rng.uniform(-2, 2), rng.uniform(-2, 2)}, 0.5};
        std::array<MovingDisc, lane_count> others;
        LaneDiscs four;
        for (int lane = 0; lane < lane_count; ++lane) {
            const Real reach = lane == 0 ? 1 : 6;  // the first often overlaps
            others[lane] = {{rng.uniform(-reach, reach), rng.uniform(-reach, reach)},
                            {rng.uniform(-2, 2), rng.uniform(-2, 2)},
                            rng.uniform(0.2, 0.8)};
            if (i % 50 == 0) others[lane] = self;  // the very same place and velocity
            four.set(lane, others[lane]);
        }
        std::array<HalfPlane, lane_count> lines;
        store_lines(lines_for(self, four, 3, 0.1), lines.data());
        for (int lane = 0; lane < lane_count; ++lane) {
            const HalfPlane one = line_for(self, others[lane], 3, 0.1);
            EXPECT_EQ(lines[lane].point, one.point) << i;
            EXPECT_EQ(lines[lane].direction, one.direction) << i;
            EXPECT_NEAR(one.direction.norm(), 1, 1e-12);
        }
    }
}

TEST(OrcaLines, F2_47_what_a_wall_line_allows_does_not_touch_the_wall_before_the_horizon) {
    Rng rng{5};
    int hits = 0;
    for (int i = 0; i < 400; ++i) {
        const MovingDisc self{{0, 0}, {rng.uniform(-2, 2), rng.uniform(-2, 2)}, 0.4};
        const Vec2 a{rng.uniform(-4, 4), rng.uniform(-4, 4)}, b{rng.uniform(-4, 4), rng.uniform(-4, 4)};
        if (least_distance({0, 0}, a, b, 1) < 0.45) continue;
        HalfPlanes planes;
        ASSERT_TRUE(add_wall_line(self, a, b, 2, planes));
        const HalfPlane& line = planes.lines[0];
        EXPECT_NEAR(line.direction.norm(), 1, 1e-9);
        // on the line itself nothing is hit, on the forbidden side at once
        EXPECT_GT(least_distance(line.point, a, b, 2), 0.4 - 1e-3) << i;
        const bool would_hit = least_distance(self.v, a, b, 2) < 0.4 - 1e-3;
        hits += would_hit;
        EXPECT_TRUE(!would_hit || line.height(self.v) < 0) << i;
    }
    EXPECT_GT(hits, 20);
}

TEST(OrcaLines, F2_47_a_wall_that_another_hides_needs_no_line) {
    const MovingDisc self{{0, 0}, {0, 0.5}, 0.4};
    HalfPlanes planes;
    EXPECT_TRUE(add_wall_line(self, {5, 2}, {-5, 2}, 2, planes));
    EXPECT_FALSE(add_wall_line(self, {3, 3}, {-3, 3}, 2, planes));
    EXPECT_EQ(planes.count, 1);
}

}  // namespace
}  // namespace souple
