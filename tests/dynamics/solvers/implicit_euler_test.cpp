// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/dynamics/solvers/implicit_euler.cpp
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "dynamics/solvers/solver_worlds.h"

namespace souple {
namespace {

/// Adds scale times the element's 6x6 block to a dense matrix.
void scatter(const Nodes<2>& nodes, const Block<2>& block, Eigen::MatrixXd& matrix) {
    for (int a = 0; a < 2; ++a)
        for (int b = 0; b < 2; ++b)
            matrix.block<3, 3>(3 * nodes[a], 3 * nodes[b]) += block.block<3, 3>(3 * a, 3 * b);
}

/// The velocities after one step, by a dense solution of the same equation.
std::vector<Vec3> dense_step(const SolverWorld& world, Real h) {
    const int n = world.state.point_count();
    Eigen::MatrixXd K = Eigen::MatrixXd::Zero(3 * n, 3 * n), D = K;
    Eigen::VectorXd f(3 * n), v(3 * n), mass(3 * n);
    for (int i = 0; i < n; ++i) {
        f.segment<3>(3 * i) = world.model.point_mass[i] * world.model.gravity;
        v.segment<3>(3 * i) = world.state.v[i];
        mass.segment<3>(3 * i).setConstant(world.model.point_mass[i]);
    }
    for (const Spring& spring : world.model.springs) {
        const Stencil<2> x{world.state.x[spring.nodes[0]], world.state.x[spring.nodes[1]]};
        const Stencil<2> u{world.state.v[spring.nodes[0]], world.state.v[spring.nodes[1]]};
        const Stencil<2> elastic = gradient(spring, x), viscous = damping_force(spring, x, u);
        for (int a = 0; a < 2; ++a) f.segment<3>(3 * spring.nodes[a]) += viscous[a] - elastic[a];
        scatter(spring.nodes, -psd_hessian(spring, x), K);
        scatter(spring.nodes, damping_matrix(spring, x), D);
    }
    Eigen::MatrixXd A = Eigen::MatrixXd(mass.asDiagonal()) - h * D - h * h * K;
    Eigen::VectorXd b = h * (f + h * K * v);
    for (int i = 0; i < n; ++i)
        if (is_led(world.model, i)) {
            A.middleRows<3>(3 * i).setZero();
            A.block<3, 3>(3 * i, 3 * i).setIdentity();
            b.segment<3>(3 * i).setZero();
        }
    const Eigen::VectorXd dv = A.fullPivLu().solve(b);
    std::vector<Vec3> result(n);
    for (int i = 0; i < n; ++i) result[i] = world.state.v[i] + dv.segment<3>(3 * i);
    return result;
}

void expect_dense_step(SolverWorld& world, Real h) {
    const std::vector<Vec3> x = world.state.x, expected = dense_step(world, h);
    const SubstepReport report = run(world, h, 1);
    EXPECT_TRUE(report.converged);
    EXPECT_GT(report.iterations, 0);
    for (int i = 0; i < world.state.point_count(); ++i) {
        EXPECT_LT((world.state.v[i] - expected[i]).norm(), 1e-8);
        EXPECT_LT((world.state.x[i] - (x[i] + h * world.state.v[i])).norm(), 1e-15);
    }
}

TEST(ImplicitEuler, W3_4_one_step_solves_the_linearised_equation) {
    SolverWorld world = closed_net(Method::ImplicitEuler, 10, 0.8);
    world.model.gravity = {0, -9.81, 0};
    world.state.x[0] += Vec3(0.3, -0.2, 0.1);
    expect_dense_step(world, 0.05);
}

TEST(ImplicitEuler, W3_4_led_points_pull_the_others_and_are_not_pulled) {
    SolverWorld world = closed_net(Method::ImplicitEuler, 10, 0.8);
    world.model.gravity = {0, -9.81, 0};
    for (const int led : {0, 5}) world.model.inv_mass[led] = 0;
    world.state.v[0] = {0, 3, 0};
    expect_dense_step(world, 0.05);
    EXPECT_EQ(world.state.v[0], Vec3(0, 3, 0));
}

TEST(ImplicitEuler, W3_4_strongly_compressed_springs_are_solved_at_a_long_step) {
    SolverWorld world = closed_net(Method::ImplicitEuler, 10, 0);
    for (Vec3& x : world.state.x) x *= 0.2;
    expect_dense_step(world, 0.6);
}

TEST(ImplicitEuler, a_force_that_is_no_number_is_reported_and_does_not_spread) {
    SolverWorld world = closed_net(Method::ImplicitEuler, 6, 0.5);
    world.model.loads.push_back({2, Vec3(std::nan(""), 0, 0)});
    EXPECT_FALSE(run(world, 0.01, 1).converged);
    for (const Vec3& v : world.state.v) EXPECT_TRUE(is_finite(v));
}

TEST(ImplicitEuler, too_few_iterations_are_reported) {
    SolverWorld world = closed_net(Method::ImplicitEuler, 40, 0.5);
    world.model.parts[0].solver_iterations = 2;
    const SubstepReport report = run(world, 1, 1);
    EXPECT_FALSE(report.converged);
    EXPECT_EQ(report.iterations, 2);
    EXPECT_GT(report.residual, 1e-10);
}

TEST(ImplicitEuler, W3_4_stiff_hanging_chain_comes_to_rest_at_a_long_step) {
    SolverWorld world;
    const int links = 10;
    add_led_point(world, Vec3::Zero(), Vec3::Zero());
    for (int i = 1; i <= links; ++i) {
        add_point(world, {0, -0.1 * i, 0}, Vec3::Zero(), 0.01);
        add_spring(world, {i - 1, i}, 1e4, 0.1);
    }
    make_part(world, Method::ImplicitEuler);
    EXPECT_TRUE(run(world, 0.02, 500).converged);  // explicit methods would need 1 ms
    for (int i = 1; i <= links; ++i) {
        const Real weight_below = 0.01 * 9.81 * (links - i + 1);
        const Real stretch = (world.state.x[i] - world.state.x[i - 1]).norm() - 0.1;
        EXPECT_NEAR(stretch, weight_below / 1e4, 1e-8);
    }
}

}  // namespace
}  // namespace souple
