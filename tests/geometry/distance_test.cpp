// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/distance.h
#include "souple/geometry/distance.h"

#include <gtest/gtest.h>

#include "geometry/random_geometry.h"

using namespace souple;

TEST(Distance, no_sample_of_a_segment_is_closer_than_its_closest_point) {
    Rng rng{1};
    for (int trial = 0; trial < 200; ++trial) {
        const Vec3 a = random_point(rng, 1), b = random_point(rng, 1), p = random_point(rng, 2);
        const SegmentPoint foot = closest_on_segment(p, a, b);
        EXPECT_LT((foot.point - (a + foot.parameter * (b - a))).norm(), 1e-14);
        for (int k = 0; k <= 100; ++k)
            EXPECT_LE((p - foot.point).norm(), (p - (a + k / 100.0 * (b - a))).norm() + 1e-14);
    }
    EXPECT_EQ(closest_on_segment({1, 2, 3}, {1, 1, 1}, {1, 1, 1}).point, Vec3(1, 1, 1));
}

TEST(Distance, no_sample_of_a_triangle_is_closer_than_its_closest_point) {
    Rng rng{2};
    std::array<int, 3> zeros_seen = {0, 0, 0};
    for (int trial = 0; trial < 300; ++trial) {
        const Vec3 a = random_point(rng, 1), b = random_point(rng, 1), p = random_point(rng, 2);
        // every third triangle is a needle or a point
        const Vec3 c = trial % 3 == 0 ? Vec3(a + rng.uniform() * (b - a)) : random_point(rng, 1);
        const TrianglePoint foot = closest_on_triangle(p, a, b, c);
        EXPECT_LT((foot.point - (foot.weights[0] * a + foot.weights[1] * b + foot.weights[2] * c)).norm(),
                  1e-13);
        EXPECT_NEAR(foot.weights.sum(), 1, 1e-14);
        EXPECT_GE(foot.weights.minCoeff(), 0);
        ++zeros_seen[(foot.weights[0] == 0) + (foot.weights[1] == 0) + (foot.weights[2] == 0)];
        for (int i = 0; i <= 20; ++i)
            for (int j = 0; i + j <= 20; ++j) {
                const Vec3 sample = a + i / 20.0 * (b - a) + j / 20.0 * (c - a);
                EXPECT_LE((p - foot.point).norm(), (p - sample).norm() + 1e-9);
            }
    }
    for (const int seen : zeros_seen) EXPECT_GT(seen, 5);  // inside, sides and corners
}
