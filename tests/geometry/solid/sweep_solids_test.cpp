// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/solid/sweep_solids.h: first times of contact
#include "souple/geometry/solid/sweep_solids.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/solid/random_solids.h"
#include "souple/geometry/solid/gjk.h"

using namespace souple;

namespace {

Pose at(Real x, Real y, Real z) { return {{x, y, z}, Quat::Identity()}; }

Quat about_y(Real angle) { return Quat(Eigen::AngleAxis<Real>(angle, Vec3::UnitY())); }

}  // namespace

TEST(SweepSolids, two_spheres_meet_when_their_centres_are_two_radii_apart) {
    const auto hit = sweep(Sphere{1}, at(0, 0, 0), at(0, 0, 0), Sphere{0.5}, at(10, 0, 0), at(0, 0, 0), 0);
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->fraction, 0.85, 1e-9);
    EXPECT_NEAR((hit->normal - Vec3(1, 0, 0)).norm(), 0, 1e-9);
    EXPECT_NEAR((hit->point - Vec3(1, 0, 0)).norm(), 0, 1e-8);
    // offset by b: the centres are sqrt(1.5^2 - b^2) apart along the way
    const auto oblique =
        sweep(Sphere{1}, at(0, 1.2, 0), at(0, 1.2, 0), Sphere{0.5}, at(10, 0, 0), at(0, 0, 0), 0);
    ASSERT_TRUE(oblique);
    EXPECT_NEAR(oblique->fraction, (10 - std::sqrt(2.25 - 1.44)) / 10, 1e-8);
    EXPECT_FALSE(sweep(Sphere{1}, at(0, 1.6, 0), at(0, 1.6, 0), Sphere{0.5}, at(10, 0, 0), at(-10, 0, 0), 0));
}

TEST(SweepSolids, a_box_falling_on_a_plate_stops_at_the_margin) {
    const Box plate{{5, 0.0005, 5}}, box{{0.5, 0.5, 0.5}};
    const auto hit = sweep(plate, at(0, 0, 0), at(0, 0, 0), box, at(1, 3, 1), at(1, -7, 1), 0.01);
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->fraction, (3 - 0.5 - 0.0005 - 0.01) / 10, 1e-5);
    EXPECT_LE(hit->fraction, (3 - 0.5 - 0.0005 - 0.01) / 10 + 1e-12);
    EXPECT_NEAR(hit->normal.y(), 1, 1e-9);
}

TEST(SweepSolids, a_turning_rod_hits_what_stands_in_its_circle) {
    // the rod's axis is along x at the start and turns about y; the ball stands at 60 degrees
    const Box rod{{1, 0.05, 0.05}};
    const Real angle = std::numbers::pi / 3, reach = 0.8, radius = 0.1;
    const Pose ball = at(reach * std::cos(angle), 0, -reach * std::sin(angle));
    const auto hit =
        sweep(rod, {Vec3::Zero(), about_y(0)}, {Vec3::Zero(), about_y(2)}, Sphere{radius}, ball, ball, 0);
    ASSERT_TRUE(hit);
    const Real met = angle - std::asin((radius + 0.05) / reach);
    EXPECT_NEAR(hit->fraction * 2, met, 1e-7);
    EXPECT_FALSE(sweep(rod, {Vec3::Zero(), about_y(0)}, {Vec3::Zero(), about_y(0.9 * met)}, Sphere{radius},
                       ball, ball, 0));
}

TEST(SweepSolids, a_start_within_the_margin_hits_at_once_only_when_approaching) {
    const Box floor{{5, 1, 5}};
    const Sphere ball{0.5};
    const Pose still = at(0, -1, 0);
    const auto down = sweep(floor, still, still, ball, at(0, 0.505, 0), at(0, 0.3, 0), 0.01);
    ASSERT_TRUE(down);
    EXPECT_EQ(down->fraction, 0);
    EXPECT_FALSE(sweep(floor, still, still, ball, at(0, 0.505, 0), at(0, 2, 0), 0.01));
    EXPECT_FALSE(sweep(floor, still, still, ball, at(0, 0.505, 0), at(1, 0.505, 0), 0.01));
    // overlapping and leaving
    EXPECT_FALSE(sweep(floor, still, still, ball, at(0, 0.4, 0), at(0, 2, 0), 0.01));
}

TEST(SweepSolids, the_pair_is_apart_until_the_hit_and_at_the_margin_there) {
    Rng rng{1};
    int hits = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const Convex a = random_convex(rng, trial % convex_kinds),
                     b = random_convex(rng, trial / 7 % convex_kinds);
        const Pose a0 = random_pose(rng, 2), a1 = random_pose(rng, 2), b0 = random_pose(rng, 2),
                   b1 = random_pose(rng, 2);
        const Real margin = 0.02;
        if (closest(a, a0, b, b0).distance < 0.03) continue;
        const auto hit = sweep(a, a0, a1, b, b0, b1, margin);
        const Real end = hit ? hit->fraction : 1;
        for (int i = 0; i <= 20; ++i) {
            const Real s = end * i / 20;
            const Real distance = closest(a, interpolate(a0, a1, s), b, interpolate(b0, b1, s)).distance;
            EXPECT_GT(distance, margin - 1e-6) << trial;
            EXPECT_TRUE(!hit || i < 20 || std::abs(distance - margin) < 1e-4) << trial;
        }
        hits += hit.has_value();
    }
    EXPECT_GT(hits, 50);
}

TEST(SweepSolids, nothing_crosses_a_thin_plate) {
    Rng rng{2};
    const Box plate{{2, 5e-4, 2}};
    for (int trial = 0; trial < 10000; ++trial) {
        const Convex b = trial % 2 == 0 ? Convex(Sphere{0.005}) : Convex(Box{{0.01, 0.002, 0.004}});
        const Pose still{Vec3::Zero(), Quat::Identity()};
        // crosses the middle of the plate somewhere on its way
        const Vec3 through(rng.uniform(-1, 1), 0, rng.uniform(-1, 1)), way = random_direction(rng) * 3;
        if (std::abs(way.y()) < 0.3) continue;
        const Quat q0 = random_rotation(rng), q1 = random_rotation(rng);
        const Real part = rng.uniform(0.2, 0.8);
        const auto hit =
            sweep(plate, still, still, b, {through - part * way, q0}, {through + (1 - part) * way, q1}, 0);
        ASSERT_TRUE(hit) << trial;
        EXPECT_LT(hit->fraction, part);
        const Real height = std::abs((hit->fraction - part) * way.y());
        EXPECT_LT(height, 0.02);
        EXPECT_GT(hit->normal.y() * -way.y(), 0);
    }
}
