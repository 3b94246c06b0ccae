// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/surface_anchor.h
#include "souple/dynamics/surface_anchor.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "souple/core/errors.h"
#include "souple/core/rng.h"
#include "souple/math/rotation.h"
#include "support/finite_differences.h"

namespace souple {
namespace {

using Triangle = std::array<Vec3, 3>;

const Vec3 inner(0.5, 0.3, 0.2);  // weights of a place in the triangle

Triangle random_triangle(Rng& rng) { return {random_vector(rng), random_vector(rng), random_vector(rng)}; }

template <class Fn>
Triangle moved(const Triangle& t, const Fn& fn) {
    return {fn(t[0]), fn(t[1]), fn(t[2])};
}

SurfaceAnchor anchor_on(const Triangle& t, const Vec3& weights = inner) {
    return make_anchor(0, {0, 1, 2}, weights, t[0], t[1], t[2]);
}

Pose pose_on(const SurfaceAnchor& anchor, const Triangle& t) { return anchor_pose(anchor, t[0], t[1], t[2]); }

/// How the material has turned from one shape to the other.
Quat turn_between(const SurfaceAnchor& anchor, const Triangle& from, const Triangle& to) {
    return pose_on(anchor, to).rotation * pose_on(anchor, from).rotation.conjugate();
}

}  // namespace

TEST(SurfaceAnchor, W1_5_a_rigid_motion_of_the_triangle_is_that_of_the_anchor) {
    Rng rng{1};
    for (int k = 0; k < 200; ++k) {
        const Triangle rest = random_triangle(rng);
        const Pose motion{random_vector(rng), to_quaternion(random_vector(rng))};
        const Triangle after = moved(rest, [&](const Vec3& p) { return motion.to_world(p); });
        const SurfaceAnchor anchor = anchor_on(rest);
        const Pose before = pose_on(anchor, rest), now = pose_on(anchor, after);
        for (const Vec3& local : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)})
            EXPECT_LT((now.to_world(local) - motion.to_world(before.to_world(local))).norm(), 1e-11);
    }
}

TEST(SurfaceAnchor, W1_5_a_stretch_turns_nothing_and_takes_the_place_along) {
    const Triangle rest{Vec3(0, 0, 0), Vec3(1, 0.2, 0), Vec3(0.3, 0.8, 0)};
    Mat3 stretch = Vec3(2, 0.5, 1).asDiagonal();
    const Mat3 aslant = to_quaternion(Vec3(0, 0, 0.7)).toRotationMatrix();
    stretch = aslant * stretch * aslant.transpose();  // along no side of the triangle
    const Triangle after = moved(rest, [&](const Vec3& p) { return Vec3(stretch * p); });
    const SurfaceAnchor anchor = anchor_on(rest);
    EXPECT_LT(turn_between(anchor, rest, after).angularDistance(Quat::Identity()), 1e-7);
    const Vec3 place = inner[0] * rest[0] + inner[1] * rest[1] + inner[2] * rest[2];
    EXPECT_LT((pose_on(anchor, after).position - stretch * place).norm(), 1e-14);
}

TEST(SurfaceAnchor, W1_5_a_shear_turns_by_the_arc_tangent_of_half_of_it) {
    const Triangle rest{Vec3(0.1, 0, 0), Vec3(1, 0.2, 0), Vec3(0.3, 0.8, 0)};
    for (const Real shear : {-3.0, -0.5, 0.1, 1.0, 5.0}) {
        const Triangle after =
            moved(rest, [&](const Vec3& p) { return Vec3(p.x() + shear * p.y(), p.y(), 0); });
        const Quat turn = turn_between(anchor_on(rest), rest, after);
        EXPECT_LT(
            (turn * Vec3::UnitX() - Vec3(std::cos(std::atan(shear / 2)), -std::sin(std::atan(shear / 2)), 0))
                .norm(),
            1e-12);
        EXPECT_LT((turn * Vec3::UnitZ() - Vec3::UnitZ()).norm(), 1e-12);
    }
}

TEST(SurfaceAnchor, W1_5_no_other_rotation_is_nearer_to_what_the_triangle_did) {
    Rng rng{2};
    for (int k = 0; k < 50; ++k) {
        const Triangle rest = random_triangle(rng), after = random_triangle(rng);
        const SurfaceAnchor anchor = anchor_on(rest);
        const Quat turn = turn_between(anchor, rest, after);
        const auto frame = [](const Triangle& t) {
            Mat3 m;
            m.col(0) = t[1] - t[0];
            m.col(1) = t[2] - t[0];
            m.col(2) = m.col(0).cross(m.col(1)).normalized();
            return m;
        };
        const Mat3 deformation = frame(after) * frame(rest).inverse();
        const Real best = (deformation - turn.toRotationMatrix()).norm();
        for (int other = 0; other < 20; ++other) {
            const Quat beside = to_quaternion(0.1 * random_vector(rng)) * turn;
            EXPECT_LE(best, (deformation - beside.toRotationMatrix()).norm() + 1e-9);
        }
    }
}

TEST(SurfaceAnchor, W1_5_numbers_of_corners_do_not_matter) {
    Rng rng{3};
    const Triangle rest = random_triangle(rng), after = random_triangle(rng);
    const Quat turn = turn_between(anchor_on(rest), rest, after);
    const auto next = [](const Triangle& t) { return Triangle{t[1], t[2], t[0]}; };
    const SurfaceAnchor other = anchor_on(next(rest), {inner[1], inner[2], inner[0]});
    EXPECT_LT(turn_between(other, next(rest), next(after)).angularDistance(turn), 1e-7);
    EXPECT_LT((pose_on(other, next(after)).position - pose_on(anchor_on(rest), after).position).norm(),
              1e-14);
}

TEST(SurfaceAnchor, a_triangle_without_area_is_refused) {
    EXPECT_THROW(anchor_on({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0)}), InputError);
    EXPECT_THROW(anchor_on({Vec3(1, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 1)}), InputError);
}

}  // namespace souple
