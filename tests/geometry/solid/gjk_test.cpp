// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/solid/gjk.h: closest points and depths
#include "souple/geometry/solid/gjk.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/solid/random_solids.h"
#include "souple/geometry/ellipsoid.h"
#include "souple/geometry/solid/support.h"

using namespace souple;

namespace {

Real reach(const Convex& convex, const Pose& pose, const Vec3& d) {
    return d.dot(pose.to_world(support(convex, pose.rotation.conjugate() * d)));
}

/// How far apart along n: the largest over all n is the distance, or minus the depth.
Real separation(const Convex& a, const Pose& pose_a, const Convex& b, const Pose& pose_b, const Vec3& n) {
    return -reach(b, pose_b, -n) - reach(a, pose_a, n);
}

/// The largest separation, by looking everywhere and then ever more closely around the best.
Real widest_separation(const Convex& a, const Pose& pose_a, const Convex& b, const Pose& pose_b, Rng& rng) {
    Vec3 best(0, 1, 0);
    Real widest = separation(a, pose_a, b, pose_b, best);
    for (int i = 0; i < 4000; ++i) {
        const Real spread = i < 1000 ? 10 : std::pow(0.1, (i - 1000) / 400.0);
        const Vec3 n = (best + spread * random_direction(rng) * rng.uniform()).normalized();
        if (const Real s = separation(a, pose_a, b, pose_b, n); s > widest) widest = s, best = n;
    }
    return widest;
}

void expect_consistent(const ClosestPoints& near, const Convex& a, const Pose& pose_a, const Convex& b,
                       const Pose& pose_b, Real tolerance) {
    EXPECT_NEAR(near.normal.norm(), 1, 1e-12);
    EXPECT_NEAR((near.on_b - near.on_a - near.distance * near.normal).norm(), 0, tolerance);
    EXPECT_NEAR(separation(a, pose_a, b, pose_b, near.normal), near.distance, tolerance);
    // points belong to the solids: no direction sees them stick out
    for (const Vec3& d : {near.normal, Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, -1), Vec3(-1, 0, 0)}) {
        EXPECT_LE(d.dot(near.on_a), reach(a, pose_a, d) + tolerance);
        EXPECT_LE(d.dot(near.on_b), reach(b, pose_b, d) + tolerance);
    }
}

}  // namespace

TEST(Closest, spheres_are_apart_by_the_distance_of_their_centres_less_both_radii) {
    const ClosestPoints apart = closest(Sphere{1}, {{1, 2, 3}, no_turn}, Sphere{2}, {{1, 2, 8}, no_turn});
    EXPECT_NEAR(apart.distance, 2, 1e-14);
    EXPECT_NEAR((apart.normal - Vec3(0, 0, 1)).norm(), 0, 1e-14);
    EXPECT_NEAR((apart.on_a - Vec3(1, 2, 4)).norm(), 0, 1e-14);
    EXPECT_NEAR((apart.on_b - Vec3(1, 2, 6)).norm(), 0, 1e-14);
    const ClosestPoints deep = closest(Sphere{1}, {{0, 0, 0}, no_turn}, Sphere{2}, {{0.5, 0, 0}, no_turn});
    EXPECT_NEAR(deep.distance, -2.5, 1e-14);
    const ClosestPoints same = closest(Sphere{1}, {{0, 0, 0}, no_turn}, Sphere{2}, {{0, 0, 0}, no_turn});
    EXPECT_NEAR(same.distance, -3, 1e-14);
    EXPECT_NEAR(same.normal.norm(), 1, 1e-14);
}

TEST(Closest, boxes_that_exactly_touch_have_distance_zero_and_the_normal_of_the_face) {
    const ClosestPoints near =
        closest(Box{{1, 1, 1}}, {{0, 0, 0}, no_turn}, Box{{1, 1, 1}}, {{0.3, 2, 0.2}, no_turn});
    EXPECT_NEAR(near.distance, 0, 1e-9);
    EXPECT_NEAR((near.normal - Vec3(0, 1, 0)).norm(), 0, 1e-9);
}

TEST(Closest, a_box_deep_in_a_box_comes_out_through_the_nearest_face) {
    const ClosestPoints near =
        closest(Box{{1, 1, 1}}, {{0, 0, 0}, no_turn}, Box{{0.2, 0.3, 0.4}}, {{0.1, 0.5, 0.2}, no_turn});
    EXPECT_NEAR(near.distance, -0.8, 1e-10);
    EXPECT_NEAR((near.normal - Vec3(0, 1, 0)).norm(), 0, 1e-10);
}

TEST(Closest, crossing_triangles_without_thickness_have_depth_zero) {
    const TriangleSolid flat{{Vec3(-1, 0, -1), Vec3(1, 0, -1), Vec3(0, 0, 1)}, 0};
    const ClosestPoints same = closest(flat, {{0, 0, 0}, no_turn}, flat, {{0.1, 0, 0.1}, no_turn});
    EXPECT_NEAR(same.distance, 0, 1e-10);
    EXPECT_NEAR(std::abs(same.normal.y()), 1, 1e-10);
    const TriangleSolid thick{flat.corners, 0.1};
    const ClosestPoints above = closest(thick, {{0, 0, 0}, no_turn}, thick, {{0.1, 0.15, 0.1}, no_turn});
    EXPECT_NEAR(above.distance, -0.05, 1e-12);
    EXPECT_NEAR(above.normal.y(), 1, 1e-10);
}

TEST(Closest, crossing_capsules_come_apart_across_both_axes) {
    const Quat lying(Eigen::AngleAxis<Real>(std::numbers::pi / 2, Vec3::UnitZ()));
    const ClosestPoints near =
        closest(Capsule{0.1, 1}, {{0, 0, 0}, no_turn}, Capsule{0.2, 1}, {{0, 0, 0}, lying});
    EXPECT_NEAR(near.distance, -0.3, 1e-12);
    EXPECT_NEAR(std::abs(near.normal.z()), 1, 1e-12);
}

TEST(Closest, random_polytopes_agree_with_the_widest_separation_over_all_directions) {
    Rng rng{1};
    for (const int kind_a : {1, 5, 6})
        for (const int kind_b : {0, 1, 2, 5, 6})
            for (int trial = 0; trial < 12; ++trial) {
                const Convex a = random_convex(rng, kind_a), b = random_convex(rng, kind_b);
                const Pose pose_a = random_pose(rng, 0.8), pose_b = random_pose(rng, 0.8);
                const ClosestPoints near = closest(a, pose_a, b, pose_b);
                expect_consistent(near, a, pose_a, b, pose_b, 1e-9);
                const Real widest = widest_separation(a, pose_a, b, pose_b, rng);
                EXPECT_LE(widest, near.distance + 1e-9) << kind_a << kind_b << trial;
                EXPECT_NEAR(widest, near.distance, 0.02) << kind_a << kind_b << trial;
            }
}

TEST(Closest, random_smooth_solids_agree_with_the_widest_separation_over_all_directions) {
    Rng rng{2};
    for (const int kind_a : {3, 4})
        for (int kind_b = 0; kind_b < convex_kinds; ++kind_b)
            for (int trial = 0; trial < 12; ++trial) {
                const Convex a = random_convex(rng, kind_a), b = random_convex(rng, kind_b);
                const Pose pose_a = random_pose(rng, 0.8), pose_b = random_pose(rng, 0.8);
                const ClosestPoints near = closest(a, pose_a, b, pose_b);
                expect_consistent(near, a, pose_a, b, pose_b, 1e-6);
                const Real widest = widest_separation(a, pose_a, b, pose_b, rng);
                EXPECT_LE(widest, near.distance + 1e-6) << kind_a << kind_b << trial;
            }
}

TEST(Closest, an_ellipsoid_and_a_sphere_agree_with_the_closest_point_of_the_ellipsoid) {
    Rng rng{3};
    for (int trial = 0; trial < 200; ++trial) {
        const Ellipsoid a{random_size(rng, 0.3, 1.2)};
        const Vec3 p = random_point(rng, 1.5);
        const Vec3 foot = closest_on_ellipsoid(a.radii, p);
        const bool inside = p.cwiseQuotient(a.radii).squaredNorm() < 1;
        const ClosestPoints near = closest(a, {}, Sphere{0.2}, {p, no_turn});
        EXPECT_NEAR(near.distance, (inside ? -1 : 1) * (p - foot).norm() - 0.2, 1e-6) << trial;
    }
}

TEST(Closest, swapping_the_solids_turns_the_normal_round) {
    Rng rng{4};
    for (int trial = 0; trial < 300; ++trial) {
        const Convex a = random_convex(rng, trial % convex_kinds),
                     b = random_convex(rng, trial / 7 % convex_kinds);
        const Pose pose_a = random_pose(rng, 1.5), pose_b = random_pose(rng, 1.5);
        const ClosestPoints one = closest(a, pose_a, b, pose_b), other = closest(b, pose_b, a, pose_a);
        EXPECT_NEAR(one.distance, other.distance, 1e-6) << trial;
        if (!(one.distance > 0.01)) continue;
        EXPECT_NEAR((one.normal + other.normal).norm(), 0, 1e-3) << trial;
    }
}
