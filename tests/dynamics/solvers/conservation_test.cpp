// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What the methods in souple/dynamics/solvers keep: momenta of closed nets, spin of free bodies.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/solvers/solver_worlds.h"

namespace souple {
namespace {

struct NetDrift {
    Real momentum = 0, angular = 0;  ///< relative to the largest amount of motion met
};

NetDrift drift_of_closed_net(Method method) {
    SolverWorld world = closed_net(method, 8, 0.5);
    const Vec3 momentum = momentum_of(world), angular = angular_momentum_of(world);
    Real most_motion = amount_of_motion(world);
    NetDrift drift;
    for (int block = 0; block < 100; ++block) {
        EXPECT_TRUE(run(world, 2e-3, 100).converged);
        most_motion = std::max(most_motion, amount_of_motion(world));
        drift.momentum = std::max(drift.momentum, (momentum_of(world) - momentum).norm());
        drift.angular = std::max(drift.angular, (angular_momentum_of(world) - angular).norm());
    }
    return {drift.momentum / most_motion, drift.angular / most_motion};
}

class ClosedNet : public testing::TestWithParam<Method> {};
INSTANTIATE_TEST_SUITE_P(Conservation, ClosedNet, testing::ValuesIn(all_methods));

TEST_P(ClosedNet, keeps_its_momentum_under_every_method) {
    const Method method = GetParam();
    const NetDrift drift = drift_of_closed_net(method);
    EXPECT_LT(drift.momentum, 1e-10) << name_of(method);
    // about the origin: 10 m away in the end, so rounding of the momentum counts more
    if (method == Method::SemiImplicitEuler || method == Method::VelocityVerlet) {
        EXPECT_LT(drift.angular, 1e-10) << name_of(method);
    }
    if (method == Method::ExplicitEuler || method == Method::ImplicitEuler) {
        EXPECT_GT(drift.angular, 1e-6) << name_of(method);
    }
}

TEST(Conservation, W3_4_momentum_survives_a_sloppy_linear_solution) {
    SolverWorld world = closed_net(Method::ImplicitEuler, 8, 0.5);
    world.model.parts[0].solver_tolerance = 0.05;
    const Vec3 momentum = momentum_of(world);
    run(world, 0.02, 500);
    EXPECT_LT((momentum_of(world) - momentum).norm() / momentum.norm(), 1e-12);
}

struct SpinDrift {
    Real momentum = 0, energy = 0;  ///< relative
};

/// An asymmetric body without torque: a hundred turns in ten thousand steps.
SpinDrift drift_of_free_body(Method method) {
    const Vec3 moments(1, 2, 3), w(1.2, 0.4, -0.7);
    SolverWorld world;
    world.model.gravity.setZero();
    add_frame(world, moments, {to_quaternion({0.3, -0.5, 1}), w});
    make_part(world, method);
    const auto body = [&] { return Turning{world.state.frames.q[0], world.state.frames.w[0]}; };
    const auto energy = [&] { return 0.5 * body().w.dot(angular_momentum(moments, body())); };
    const Vec3 momentum = angular_momentum(moments, body());
    const Real energy_t0 = energy(), h = 2 * std::numbers::pi / w.norm() / 100;
    SpinDrift drift;
    for (int step = 0; step < 10000; ++step) {
        run(world, h, 1);
        drift.momentum = std::max(drift.momentum, (angular_momentum(moments, body()) - momentum).norm());
        drift.energy = std::max(drift.energy, std::abs(energy() - energy_t0));
    }
    EXPECT_NEAR(world.state.frames.q[0].norm(), 1, 1e-12);
    return {drift.momentum / momentum.norm(), drift.energy / energy_t0};
}

TEST(Conservation, F0_2_free_asymmetric_body_keeps_angular_momentum_and_energy_with_runge_kutta_4) {
    const SpinDrift drift = drift_of_free_body(Method::RungeKutta4);
    EXPECT_LT(drift.momentum, 1e-10);
    EXPECT_LT(drift.energy, 1e-4);
}

TEST(Conservation, F0_2_free_asymmetric_body_keeps_angular_momentum_where_it_is_the_unknown) {
    for (const Method method :
         {Method::SemiImplicitEuler, Method::VelocityVerlet, Method::ImplicitEuler, Method::Midpoint}) {
        const SpinDrift drift = drift_of_free_body(method);
        EXPECT_LT(drift.momentum, 1e-10) << name_of(method);
        // the midpoint is no symmetric method: its energy drifts
        EXPECT_LT(drift.energy, method == Method::Midpoint ? 2e-2 : 2e-3) << name_of(method);
    }
}

TEST(Conservation, F0_2_explicit_euler_loses_the_spin_of_an_asymmetric_body) {
    EXPECT_GT(drift_of_free_body(Method::ExplicitEuler).momentum, 1e-2);
}

}  // namespace
}  // namespace souple
