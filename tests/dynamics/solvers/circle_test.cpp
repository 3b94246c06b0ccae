// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The circle test (001 S0) of the methods in souple/dynamics/solvers: a point kept on a circle by the
// centripetal force.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dynamics/solvers/solver_worlds.h"

namespace souple {
namespace {

constexpr Real radius = 0.9;  // [m]
constexpr Real speed = 0.2;   // [m/s]

SolverWorld circle_world(Method method) {
    SolverWorld world;
    world.model.gravity.setZero();
    add_point(world, {radius, 0, 0}, {0, -speed, 0});
    world.model.centripetals.push_back({"pull", -1, Vec3::Zero()});
    if (method == Method::CorrectedEuler)
        world.model.rails.push_back({{0}, Vec3::Zero(), Vec3::UnitZ(), radius, speed});
    make_part(world, method);
    return world;
}

Real degrees(const Vec3& x) {
    const Real angle = std::atan2(x.y(), x.x()) * 180 / std::numbers::pi;
    return angle < 0 ? angle + 360 : angle;
}

/// Explicit Euler on the angle and its speed, which is steady: exact whatever the step (001 W3.6).
Vec3 generalised_euler(Real h, int steps) {
    Real angle = 0;
    const Real angular_speed = -speed / radius;
    for (int step = 0; step < steps; ++step) angle += h * angular_speed;
    return radius * Vec3(std::cos(angle), std::sin(angle), 0);
}

struct Row {
    Method method;
    Real h;
    int steps;
    Real radius, speed, angle;
    Real last_digit;  ///< of the radius
};

void expect_row(const Row& row) {
    SolverWorld world = circle_world(row.method);
    EXPECT_TRUE(run(world, row.h, row.steps).converged);
    EXPECT_NEAR(world.state.x[0].norm(), row.radius, 0.51 * row.last_digit) << name_of(row.method);
    EXPECT_NEAR(world.state.v[0].norm(), row.speed, 0.51e-4) << name_of(row.method);
    EXPECT_NEAR(degrees(world.state.x[0]), row.angle, 0.51e-2) << name_of(row.method);
    EXPECT_EQ(world.state.x[0].z(), 0);
}

TEST(Circle, S0_T5_W3_1_explicit_euler_spirals_out) {
    expect_row({Method::ExplicitEuler, 0.8, 200, 20.211, 4.4913, 143.88, 1e-3});
    expect_row({Method::ExplicitEuler, 0.0125, 12800, 0.9456, 0.2101, 122.82, 1e-4});
}

TEST(Circle, S0_T5_W3_2_midpoint_is_much_better_at_the_same_cost) {
    expect_row({Method::Midpoint, 1.6, 100, 1.0986, 0.2441, 81.59, 1e-4});
}

TEST(Circle, S0_T5_W3_3_runge_kutta_4_stays_near_the_circle) {
    expect_row({Method::RungeKutta4, 3.2, 50, 0.8629, 0.1918, 126.40, 1e-4});
}

TEST(Circle, S0_T5_W3_4_implicit_euler_spirals_in_as_explicit_euler_spirals_out) {
    expect_row({Method::ImplicitEuler, 0.8, 200, 0.0401, 0.0089, 143.88, 1e-4});
    SolverWorld in = circle_world(Method::ImplicitEuler), out = circle_world(Method::ExplicitEuler);
    run(in, 0.8, 200);
    run(out, 0.8, 200);
    EXPECT_NEAR(in.state.x[0].norm() * out.state.x[0].norm(), radius * radius, 1e-9);
}

TEST(Circle, S0_T5_W3_5_corrected_euler_stays_on_the_circle_with_a_gap_in_phase) {
    expect_row({Method::CorrectedEuler, 0.8, 200, 0.9000, 0.2000, 143.88, 1e-4});
}

TEST(Circle, S0_W3_6_generalised_coordinates_are_exact_at_any_step) {
    EXPECT_NEAR(degrees(generalised_euler(0.8, 200)), 122.82, 0.51e-2);
    EXPECT_LT((generalised_euler(0.8, 200) - generalised_euler(0.0125, 12800)).norm(), 1e-10);
    SolverWorld world = circle_world(Method::RungeKutta4);
    run(world, 0.05, 3200);
    EXPECT_LT((world.state.x[0] - generalised_euler(0.8, 200)).norm(), 1e-6);
}

Real error_after_51_2_seconds(Method method, Real h) {
    SolverWorld world = circle_world(method);
    const int steps = static_cast<int>(std::lround(51.2 / h));
    run(world, h, steps);
    return (world.state.x[0] - generalised_euler(51.2, 1)).norm();
}

TEST(Circle, S0_T5_errors_fall_with_the_order_of_each_method) {
    struct Case {
        Method method;
        Real h;
        Real order;
    };
    for (const Case& c : {Case{Method::ExplicitEuler, 0.0125, 1}, Case{Method::Midpoint, 0.05, 2},
                          Case{Method::RungeKutta4, 0.2, 4}, Case{Method::ImplicitEuler, 0.0125, 1},
                          Case{Method::CorrectedEuler, 0.05, 2}}) {
        const Real order =
            std::log2(error_after_51_2_seconds(c.method, c.h) / error_after_51_2_seconds(c.method, c.h / 2));
        EXPECT_NEAR(order, c.order, 0.03) << name_of(c.method);
    }
}

}  // namespace
}  // namespace souple
