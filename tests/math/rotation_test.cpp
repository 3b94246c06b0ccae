// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/math/rotation.h
#include "souple/math/rotation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/finite_differences.h"

namespace souple {
namespace {

constexpr Real pi = std::numbers::pi;

/// The formula of Rodrigues, the oracle of every rotation here.
Vec3 rodrigues(const Vec3& v, const Vec3& axis, Real angle) {
    return v * std::cos(angle) + axis.cross(v) * std::sin(angle) + (1 - std::cos(angle)) * axis.dot(v) * axis;
}

Quat quaternion_about(const Vec3& axis, Real angle) { return to_quaternion(angle * axis); }

Real difference(const Quat& a, const Quat& b) { return (a.coeffs() - b.coeffs()).norm(); }

TEST(Rotation, F0_3_quaternions_turn_vectors_as_the_formula_of_Rodrigues) {
    Rng rng{1};
    for (int trial = 0; trial < 10000; ++trial) {
        const Vec3 axis = random_vector(rng).normalized(), v = random_vector(rng);
        const Real angle = rng.uniform(-2 * pi, 2 * pi);
        ASSERT_LT((quaternion_about(axis, angle) * v - rodrigues(v, axis, angle)).norm(), 1e-12);
    }
}

TEST(Rotation, W8_1_product_norm_inverse_and_sandwich_are_those_of_Hamilton) {
    Rng rng{2};
    for (int trial = 0; trial < 1000; ++trial) {
        const Quat a(rng.normal(), rng.normal(), rng.normal(), rng.normal());
        const Quat b(rng.normal(), rng.normal(), rng.normal(), rng.normal());
        const Quat product = a * b;
        EXPECT_NEAR(product.w(), a.w() * b.w() - a.vec().dot(b.vec()), 1e-13);
        const Vec3 vector = a.w() * b.vec() + b.w() * a.vec() + a.vec().cross(b.vec());
        EXPECT_LT((product.vec() - vector).norm(), 1e-13);
        EXPECT_NEAR(product.norm(), a.norm() * b.norm(), 1e-12);
        EXPECT_LT(difference(a * a.inverse(), Quat::Identity()), 1e-13);
        const Quat unit = a.normalized();
        const Vec3 v = random_vector(rng);
        EXPECT_LT(((unit * Quat(0, v.x(), v.y(), v.z()) * unit.inverse()).vec() - unit * v).norm(), 1e-13);
    }
}

TEST(Rotation, F0_3_composition_turns_by_the_right_factor_first) {
    const Quat about_x = quaternion_about(Vec3::UnitX(), pi / 2),
               about_y = quaternion_about(Vec3::UnitY(), pi / 2);
    EXPECT_LT(((about_x * about_y) * Vec3(Vec3::UnitZ()) - Vec3::UnitX()).norm(), 1e-15);
    EXPECT_LT(((about_y * about_x) * Vec3(Vec3::UnitZ()) + Vec3::UnitY()).norm(), 1e-15);
}

TEST(Rotation, F0_3_exponential_undoes_logarithm) {
    Rng rng{3};
    for (int trial = 0; trial < 10000; ++trial) {
        const Quat q = random_rotation(rng);
        ASSERT_LT(difference(exp_of(log_of(q)), q), 1e-12);
        const Vec3 axis = random_vector(rng).normalized();
        const Real angle = rng.uniform(0, 2 * pi);
        ASSERT_LT((log_of(quaternion_about(axis, angle)) - 0.5 * angle * axis).norm(), 1e-12);
    }
    EXPECT_EQ(log_of(Quat::Identity()), Vec3(Vec3::Zero()));
    EXPECT_LT(difference(exp_of(log_of(Quat(-1, 0, 0, 0))), Quat(-1, 0, 0, 0)), 1e-15);
}

TEST(Rotation, F0_3_logarithm_keeps_its_digits_near_no_turn) {
    for (const Real angle : {1e-3, 1e-8, 1e-12, 1e-140}) {
        const Vec3 vector = to_rotation_vector(quaternion_about(Vec3::UnitY(), angle));
        EXPECT_NEAR(vector.y() / angle, 1, 1e-14);
    }
}

TEST(Rotation, F0_3_powers_multiply_the_angle) {
    Rng rng{4};
    for (int trial = 0; trial < 1000; ++trial) {
        const Quat q = random_rotation(rng);
        ASSERT_LT(difference(power_of(q, 3), q * q * q), 1e-12);
        ASSERT_LT(difference(power_of(q, 0.5) * power_of(q, 0.5), q), 1e-12);
        ASSERT_LT(difference(power_of(q, -1), q.conjugate()), 1e-12);
    }
}

TEST(Rotation, F0_3_sum_of_logarithms_is_no_composition) {
    const Quat a = quaternion_about(Vec3::UnitX(), 1), b = quaternion_about(Vec3::UnitY(), 1);
    EXPECT_GT(difference(exp_of(log_of(a) + log_of(b)), a * b), 0.1);
}

TEST(Rotation, F0_3_rotation_vector_takes_the_shorter_way_round) {
    const Quat q = quaternion_about(Vec3::UnitZ(), 1.5 * pi);
    EXPECT_LT((to_rotation_vector(q) + 0.5 * pi * Vec3::UnitZ()).norm(), 1e-14);
    EXPECT_LT((to_rotation_vector(Quat(-q.coeffs())) - to_rotation_vector(q)).norm(), 1e-15);
}

TEST(Rotation, W8_2_minimal_rotation_takes_one_direction_to_the_other_about_their_normal) {
    Rng rng{5};
    for (int trial = 0; trial < 10000; ++trial) {
        const Vec3 from = random_vector(rng), to = random_vector(rng);
        const Quat q = minimal_rotation(from, to);
        const Vec3 a = from.normalized(), b = to.normalized();
        ASSERT_LT((q * a - b).norm(), 1e-14);
        ASSERT_LT(std::abs(q.vec().dot(a)), 1e-14);  // no turn about the direction itself
        ASSERT_NEAR(to_rotation_vector(q).norm(), std::acos(a.dot(b)), 1e-7);
    }
    EXPECT_LT((minimal_rotation(Vec3::UnitX(), Vec3::UnitY()) * Vec3(Vec3::UnitX()) - Vec3::UnitY()).norm(),
              1e-15);
}

TEST(Rotation, W8_2_minimal_rotation_is_exact_near_equal_and_near_opposite_directions) {
    Rng rng{6};
    for (const Real sign : {1.0, -1.0})
        for (const Real offset : {1e-3, 1e-7, 1e-12, 1e-16, 0.0}) {
            const Vec3 a = random_vector(rng).normalized();
            const Vec3 b = (sign * a + offset * random_vector(rng)).normalized();
            const Quat q = minimal_rotation(a, b);
            EXPECT_LT((q * a - b).norm(), 1e-15 * 4) << sign << " " << offset;
            EXPECT_NEAR(q.norm(), 1, 1e-15);
        }
    EXPECT_EQ(minimal_rotation(Vec3::Zero(), Vec3::UnitX()).coeffs(), Quat::Identity().coeffs());
}

TEST(Rotation, F0_4_mean_velocity_turns_by_the_mean_of_both_spins_in_world_axes) {
    const Quat start = quaternion_about(Vec3::UnitX(), 1);
    const Quat q = advance_mean_velocity(start, {0, 1, 0}, {0, 3, 0}, 0.25);
    EXPECT_LT(difference(q, quaternion_about(Vec3::UnitY(), 0.5) * start), 1e-15);
}

TEST(Rotation, F0_4_orientation_stays_unit_over_a_million_steps) {
    Quat q = Quat::Identity();
    for (int step = 0; step < 1000000; ++step)
        q = advance_mean_velocity(q, {0.3, 1, -2}, {0.4, 1.1, -2}, 0.01);
    EXPECT_NEAR(q.norm(), 1, 1e-12);
}

TEST(Rotation, F0_4_quaternion_form_is_exact_for_a_steady_slow_spin) {
    const Vec3 w(0.5, -1, 2);  // [rad/s] below one turn a second
    Turning body{quaternion_about(Vec3::UnitX(), 0.7), w};
    const Quat expected = quaternion_about(w.normalized(), 3 * w.norm()) * body.q;
    for (int step = 0; step < 300; ++step) body = advance_quaternion_form(body, Vec3::Zero(), 0.01);
    EXPECT_LT((body.w - w).norm(), 1e-12);
    EXPECT_LT((body.q.toRotationMatrix() - expected.toRotationMatrix()).norm(), 1e-12);
}

TEST(Rotation, F0_4_quaternion_form_adds_an_acceleration_along_the_spin) {
    // the new spin turns the body: 1 + 2 + ... + n steps of h^2 a
    Turning body{Quat::Identity(), Vec3::Zero()};
    const Real h = 0.01, a = 1.5;
    for (int step = 0; step < 100; ++step) body = advance_quaternion_form(body, {0, a, 0}, h);
    EXPECT_LT((body.w - Vec3(0, a, 0)).norm(), 1e-12);
    EXPECT_NEAR(to_rotation_vector(body.q).y(), a * h * h * 100 * 101 / 2, 1e-12);
}

TEST(Rotation, F0_4_quaternion_form_mistakes_a_spin_above_two_pi_for_a_slower_one) {
    const Turning body = advance_quaternion_form({Quat::Identity(), {0, 8, 0}}, Vec3::Zero(), 0.01);
    EXPECT_NEAR(body.w.y(), 8 - 4 * pi, 1e-12);
    EXPECT_NEAR(to_rotation_vector(advance_mean_velocity(Quat::Identity(), {0, 8, 0}, {0, 8, 0}, 0.01)).y(),
                0.08, 1e-15);
}

TEST(Rotation, F0_4_quaternion_rate_is_the_derivative_of_the_exact_turn) {
    Rng rng{7};
    const Quat q = random_rotation(rng);
    const Vec3 w = random_vector(rng);
    const Real e = 1e-5;
    const Eigen::Matrix<Real, 4, 1> slope =
        ((to_quaternion(e * w) * q).coeffs() - (to_quaternion(-e * w) * q).coeffs()) / (2 * e);
    EXPECT_LT((slope - quaternion_rate(q, w).coeffs()).norm(), 1e-10);
    EXPECT_NEAR(advance_along(q, quaternion_rate(q, w), 0.3).norm(), 1, 1e-15);
}

}  // namespace
}  // namespace souple
