// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The methods in souple/dynamics/solvers on one spring: growth, decay and limits of stability in closed form.
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/solvers/solver_worlds.h"

namespace souple {
namespace {

constexpr Real omega = 5;  // [rad/s]

/// A unit mass on a spring along x; `elongation` and `velocity` are where it starts.
SolverWorld oscillator(Method method, Real zeta, Real elongation, Real velocity) {
    SolverWorld world;
    world.model.gravity.setZero();
    add_led_point(world, Vec3::Zero(), Vec3::Zero());
    add_point(world, {1, 0, 0}, {velocity, 0, 0});
    add_spring(world, {0, 1}, omega * omega, 2 * zeta * omega);
    world.state.x[1].x() += elongation;
    make_part(world, method);
    return world;
}

/// Length of (x, v/omega), the size of the oscillation.
Real amplitude(const SolverWorld& world) {
    return std::hypot(world.state.x[1].x() - 1, world.state.v[1].x() / omega);
}

/// By what one step multiplies areas of the (x, v) plane: the product of both eigenvalues.
Real determinant(Method method, Real zeta, Real h) {
    constexpr Real size = 0.01;
    SolverWorld a = oscillator(method, zeta, size, 0), b = oscillator(method, zeta, 0, size);
    run(a, h, 1);
    run(b, h, 1);
    const Real ax = a.state.x[1].x() - 1, bx = b.state.x[1].x() - 1;
    return (ax * b.state.v[1].x() - bx * a.state.v[1].x()) / (size * size);
}

Real amplitude_after(Method method, Real zeta, Real h, int steps) {
    SolverWorld world = oscillator(method, zeta, 0.01, 0);
    run(world, h, steps);
    return amplitude(world);
}

TEST(Oscillator, F0_5_each_method_scales_the_phase_plane_as_its_formula_says) {
    const Real h = 0.04, z = omega * h;
    EXPECT_NEAR(determinant(Method::ExplicitEuler, 0, h), 1 + z * z, 1e-12);
    EXPECT_NEAR(determinant(Method::ModifiedEuler, 0, h), 1 + z * z / 2, 1e-12);
    EXPECT_NEAR(determinant(Method::SemiImplicitEuler, 0, h), 1, 1e-12);
    EXPECT_NEAR(determinant(Method::VelocityVerlet, 0, h), 1, 1e-12);
    EXPECT_NEAR(determinant(Method::Midpoint, 0, h), 1 + std::pow(z, 4) / 4, 1e-12);
    EXPECT_NEAR(determinant(Method::RungeKutta4, 0, h), 1 - std::pow(z, 6) / 72 + std::pow(z, 8) / 576,
                1e-12);
    EXPECT_NEAR(determinant(Method::ImplicitEuler, 0, h), 1 / (1 + z * z), 1e-9);
}

TEST(Oscillator, F0_5_modified_euler_grows_by_its_factor_at_every_step) {
    const Real h = 0.04, z = omega * h;
    const int steps = 200;
    const Real ratio = amplitude_after(Method::ModifiedEuler, 0, h, steps) / 0.01;
    EXPECT_NEAR(std::pow(ratio, 1.0 / steps), std::sqrt(1 + z * z / 2), 0.001);
    EXPECT_GT(ratio, 5);
}

TEST(Oscillator, F0_5_symplectic_methods_stay_bounded_up_to_their_limit) {
    for (const Method method : {Method::SemiImplicitEuler, Method::VelocityVerlet}) {
        EXPECT_LT(amplitude_after(method, 0, 0.2 / omega, 10000), 0.012) << name_of(method);
        EXPECT_LT(amplitude_after(method, 0, 1.9 / omega, 10000), 0.1) << name_of(method);
        EXPECT_GT(amplitude_after(method, 0, 2.1 / omega, 20), 0.1) << name_of(method);
    }
}

TEST(Oscillator, W3_7_T22_explicit_euler_is_stable_only_below_twice_the_damping_ratio_over_omega) {
    for (const Real zeta : {0.05, 0.2}) {
        const Real limit = 2 * zeta / omega;
        EXPECT_LT(amplitude_after(Method::ExplicitEuler, zeta, 0.9 * limit, 12000), 0.001);
        EXPECT_GT(amplitude_after(Method::ExplicitEuler, zeta, 1.1 * limit, 200), 0.01);
        EXPECT_NEAR(determinant(Method::ExplicitEuler, zeta, limit), 1, 1e-12);
    }
    EXPECT_GT(amplitude_after(Method::ExplicitEuler, 0, 0.02 / omega, 4000), 0.02);
}

TEST(Oscillator, W3_4_implicit_euler_calms_down_at_any_step) {
    for (const Real z : {0.1, 1.0, 10.0, 1000.0})
        EXPECT_LT(amplitude_after(Method::ImplicitEuler, 0, z / omega, 600), 0.001) << z;
}

TEST(Oscillator, W3_3_runge_kutta_4_is_stable_up_to_two_square_roots_of_two) {
    EXPECT_LT(amplitude_after(Method::RungeKutta4, 0, 2.8 / omega, 1000), 0.011);
    EXPECT_GT(amplitude_after(Method::RungeKutta4, 0, 2.9 / omega, 200), 0.1);
}

TEST(Oscillator, F0_5_energy_of_verlet_is_kept_to_second_order_in_the_step) {
    const auto largest_change = [](Real h) {
        SolverWorld world = oscillator(Method::VelocityVerlet, 0, 0.01, 0);
        Real largest = 0;
        for (int step = 0; step < 2000; ++step) {
            run(world, h, 1);
            largest = std::max(largest, std::abs(amplitude(world) * amplitude(world) / 1e-4 - 1));
        }
        return largest;
    };
    EXPECT_NEAR(largest_change(0.02) / largest_change(0.01), 4, 0.05);
}

}  // namespace
}  // namespace souple
