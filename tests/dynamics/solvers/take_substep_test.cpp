// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/dynamics/solvers/take_substep.cpp and step_from_forces.cpp: what every method must do.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/solvers/solver_worlds.h"

namespace souple {
namespace {

class EveryMethod : public testing::TestWithParam<Method> {};
INSTANTIATE_TEST_SUITE_P(TakeSubstep, EveryMethod, testing::ValuesIn(all_methods));

/// After n steps under a constant acceleration a, x = x0 + n h v0 + a h^2 * this.
Real fallen_squares(Method method, Real n) {
    switch (method) {
        case Method::ExplicitEuler:
        case Method::CorrectedEuler:
            return n * (n - 1) / 2;
        case Method::SemiImplicitEuler:
        case Method::ImplicitEuler:
            return n * (n + 1) / 2;
        default:
            return n * n / 2;
    }
}

TEST_P(EveryMethod, W3_1_falls_as_the_closed_form_of_the_method) {
    const Vec3 x0(1, 2, 3), v0(0.5, 4, -1), g(0, -9.81, 0);
    const int n = 1000;
    const Real h = 1e-3;
    SolverWorld world;
    add_point(world, x0, v0, 0.3);
    add_frame(world, {1, 2, 3}, {}, 0.7);
    world.state.frames.x[0] = x0;
    world.state.frames.v[0] = v0;
    make_part(world, GetParam());
    EXPECT_TRUE(run(world, h, n).converged);

    const Vec3 x = x0 + n * h * v0 + fallen_squares(GetParam(), n) * h * h * g, v = v0 + n * h * g;
    EXPECT_LT((world.state.x[0] - x).norm(), 1e-11);
    EXPECT_LT((world.state.v[0] - v).norm(), 1e-11);
    EXPECT_LT((world.state.frames.x[0] - x).norm(), 1e-11);
    EXPECT_LT((world.state.frames.v[0] - v).norm(), 1e-11);
}

TEST_P(EveryMethod, F0_4_turns_up_a_ball_as_the_closed_form_of_the_method) {
    const Real h = 1e-3, w0 = 0.4, a = 1.5;
    const int n = 1000;
    SolverWorld world;
    add_frame(world, {0.2, 0.2, 0.2}, {Quat::Identity(), {0, w0, 0}});
    world.model.torques.push_back({0, Vec3(0, 0.2 * a, 0)});
    make_part(world, GetParam());
    run(world, h, n);

    // the mean velocity turns explicit Euler's frames by n^2/2, unlike its points
    const bool kicked_first = GetParam() == Method::SemiImplicitEuler || GetParam() == Method::ImplicitEuler;
    const Real squares = kicked_first ? 0.5 * n * (n + 1) : 0.5 * n * n;
    const bool four_numbers = GetParam() == Method::Midpoint || GetParam() == Method::RungeKutta4;
    const Vec3 turned = to_rotation_vector(world.state.frames.q[0]);
    EXPECT_LT((turned - Vec3(0, n * h * w0 + squares * h * h * a, 0)).norm(), four_numbers ? 1e-6 : 1e-11);
    EXPECT_LT((world.state.frames.w[0] - Vec3(0, w0 + n * h * a, 0)).norm(), 1e-11);
}

TEST_P(EveryMethod, W1_5_led_points_follow_their_velocity_whatever_pulls_at_them) {
    const Vec3 x0(1, 2, 3), v(0.5, 4, -1);
    SolverWorld world;
    add_led_point(world, x0, v);
    add_point(world, {0, 0, 0}, {0, 0, 0});
    add_spring(world, {0, 1}, 10, 1);
    make_part(world, GetParam());
    run(world, 1e-3, 1000);
    EXPECT_EQ(world.state.v[0], v);
    EXPECT_LT((world.state.x[0] - (x0 + v)).norm(), 1e-12);
    EXPECT_GT(world.state.v[1].norm(), 0.1);
}

TEST_P(EveryMethod, gives_the_same_bits_on_one_two_and_eight_threads) {
    constexpr int side = 75;
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2, 8}) {
        const ThreadLimit limit(threads);
        SolverWorld world;
        Rng rng{3};
        for (int i = 0; i < side * side; ++i)
            add_point(world, Vec3(0.1 * (i % side), 0, 0.1 * (i / side)), 0.1 * random_vector(rng), 0.01);
        for (int i = 0; i < side * side; ++i) {
            if (i % side > 0) add_spring(world, {i - 1, i}, 20, 0.01);
            if (i >= side) add_spring(world, {i - side, i}, 20, 0.01);
        }
        make_part(world, GetParam());
        run(world, 2e-3, 3);
        hashes.push_back(hash_of(world.state));
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

/// A damped net that falls, and an asymmetric body that a torque turns.
State state_of_mixed_world(Method method, Real h) {
    SolverWorld world = closed_net(method, 5, 0.8);
    world.model.gravity = {0, -9.81, 0};
    add_frame(world, {0.5, 1, 1.4}, {to_quaternion({0.2, 0.1, -0.4}), {1, -2, 0.5}});
    world.model.torques.push_back({0, Vec3(0.5, 1, -0.3)});
    make_part(world, method);
    run(world, h, static_cast<int>(std::lround(0.64 / h)));
    return world.state;
}

Real distance(const State& a, const State& b) {
    Real sum =
        (a.frames.q[0].coeffs() - b.frames.q[0].coeffs()).norm() + (a.frames.w[0] - b.frames.w[0]).norm();
    for (int i = 0; i < a.point_count(); ++i) sum += (a.x[i] - b.x[i]).norm() + (a.v[i] - b.v[i]).norm();
    return sum;
}

TEST_P(EveryMethod, W3_3_tends_to_the_same_motion_as_the_step_shrinks) {
    const State exact = state_of_mixed_world(Method::RungeKutta4, 2.5e-4);
    const Real coarse = distance(state_of_mixed_world(GetParam(), 4e-3), exact);
    const Real fine = distance(state_of_mixed_world(GetParam(), 2e-3), exact);
    const bool second = GetParam() == Method::Midpoint || GetParam() == Method::VelocityVerlet;
    const Real order = GetParam() == Method::RungeKutta4 ? 4 : second ? 2 : 1;
    EXPECT_NEAR(std::log2(coarse / fine), order, 0.15) << coarse << " " << fine;
}

TEST(TakeSubstep, F0_4_a_frame_follows_the_rule_its_part_names) {
    for (const Method method : {Method::ExplicitEuler, Method::ModifiedEuler, Method::SemiImplicitEuler}) {
        SolverWorld world;
        add_frame(world, {1, 1, 1}, {Quat::Identity(), {0, 8, 0}});
        make_part(world, method);
        run(world, 1e-3, 1);
        EXPECT_NEAR(world.state.frames.w[0].y(), 8, 1e-12);
        world.model.parts[0].rotation_rule = RotationRule::Quaternion;
        run(world, 1e-3, 1);  // above two pi: the source's form takes it for a slower spin
        EXPECT_NEAR(world.state.frames.w[0].y(), 8 - 4 * std::numbers::pi, 1e-12);
    }
}

TEST(TakeSubstep, W3_5_corrected_euler_puts_points_back_on_their_rails) {
    SolverWorld world;
    add_point(world, {0.5, 0, 0}, {0, 1, 0});
    add_point(world, {0, 0, 0}, {0, 1, 0});
    world.model.rails.push_back({{0}, Vec3::Zero(), Vec3::UnitZ(), 0.5, 0});
    make_part(world, Method::CorrectedEuler);
    for (int step = 0; step < 100; ++step) {
        run(world, 0.01, 1);
        EXPECT_NEAR(world.state.x[0].norm(), 0.5, 1e-15);
        EXPECT_NEAR(world.state.x[0].dot(world.state.v[0]), 0, 1e-14);
    }
    EXPECT_GT(std::abs(world.state.x[1].y()), 1);  // the other fell
}

TEST(StepFromForces, F0_6_hardest_pushed_point_sets_the_step) {
    SolverWorld world;
    for (const Real mass : {1.0, 0.25}) add_point(world, Vec3::Zero(), Vec3::Zero(), mass);
    add_led_point(world, Vec3::Zero(), Vec3::Zero());
    add_frame(world, {1, 1, 1}, {}, 2);
    make_part(world, Method::SemiImplicitEuler);
    Part& part = world.model.parts[0];
    part.control.safety = 0.1;
    part.control.length = 0.02;
    Forces forces;
    forces.point = {{2, 0, 0}, {0, 1, 0}, {1e9, 0, 0}};
    forces.frame = {{0, 0, 4}};
    forces.torque = {Vec3::Zero()};
    // accelerations 2, 4 and 2; the led point does not count
    EXPECT_NEAR(step_from_forces(world.model, part, forces), 0.1 * std::sqrt(0.02 / 4), 1e-15);
    forces.frame[0].z() = 100;
    EXPECT_NEAR(step_from_forces(world.model, part, forces), 0.1 * std::sqrt(0.02 / 50), 1e-15);
}

TEST(StepFromForces, F0_6_no_force_sets_no_limit) {
    SolverWorld world;
    add_point(world, Vec3::Zero(), Vec3::Zero());
    make_part(world, Method::SemiImplicitEuler);
    Forces forces;
    forces.point = {Vec3::Zero()};
    EXPECT_TRUE(std::isinf(step_from_forces(world.model, world.model.parts[0], forces)));
}

}  // namespace
}  // namespace souple
