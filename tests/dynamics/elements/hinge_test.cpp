// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/elements/hinge.h
#include "souple/dynamics/elements/hinge.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/finite_differences.h"

namespace souple {
namespace {

const Hinge straight_hinge{
    .nodes = {0, 1, 2}, .rest_angle = std::numbers::pi, .stiffness = 2, .damping = 0.3};
const Hinge angled_hinge{.nodes = {0, 1, 2}, .rest_angle = 1.9, .stiffness = 2, .damping = 0.3};

/// A chain with arms of 1 and 0.5 m, opened to theta in the plane z = 0.
Stencil<3> chain(Real theta) {
    return {Vec3(1, 0, 0), Vec3(0, 0, 0), 0.5 * Vec3(std::cos(theta), std::sin(theta), 0)};
}

TEST(Hinge, W1_3_angle_is_pi_when_straight_and_a_right_angle_in_a_corner) {
    EXPECT_NEAR(angle_at(chain(std::numbers::pi)), std::numbers::pi, 1e-15);
    EXPECT_NEAR(angle_at(chain(std::numbers::pi / 2)), std::numbers::pi / 2, 1e-15);
}

TEST(Hinge, W1_3_torque_about_the_middle_is_k_times_the_missing_angle_towards_rest) {
    const Stencil<3> x = chain(2.0);
    const Stencil<3> f = force(straight_hinge, x, {Vec3::Zero(), Vec3::Zero(), Vec3::Zero()});
    const Real torque = 2 * (std::numbers::pi - 2.0);
    EXPECT_NEAR(x[2].cross(f[2]).z(), torque, 1e-13);   // opens: the next node turns anticlockwise
    EXPECT_NEAR(x[0].cross(f[0]).z(), -torque, 1e-13);  // and the previous one clockwise
}

TEST(Hinge, W1_3_damping_torque_opposes_the_opening_rate) {
    const Stencil<3> x = chain(2.0);
    const Stencil<3> v{Vec3::Zero(), Vec3::Zero(), Vec3::UnitZ().cross(x[2]) * 0.7};  // dtheta/dt = 0.7
    const Stencil<3> f = damping_force(straight_hinge, x, v);
    EXPECT_NEAR(x[2].cross(f[2]).z(), -0.3 * 0.7, 1e-14);
    EXPECT_NEAR(x[0].cross(f[0]).z(), 0.3 * 0.7, 1e-14);
}

TEST(Hinge, W1_3_T1_forces_and_torques_sum_to_zero) {
    Rng rng{1};
    for (int trial = 0; trial < 50; ++trial) {
        const Stencil<3> x = random_stencil<3>(rng), v = random_stencil<3>(rng);
        const Stencil<3> f = force(angled_hinge, x, v);
        const Real scale = 1 + f[0].norm() + f[2].norm();
        EXPECT_LT(sum_of(f).norm(), 1e-13 * scale);
        EXPECT_LT(torque_of(x, f).norm(), 1e-12 * scale);
    }
}

TEST(Hinge, W1_3_T2_gradient_and_hessian_are_derivatives_of_the_energy) {
    Rng rng{2};
    for (const Hinge& hinge : {straight_hinge, angled_hinge})
        for (int trial = 0; trial < 20; ++trial) {
            Stencil<3> x = random_stencil<3>(rng);
            x[0] += Vec3(2, 0, 0), x[2] += Vec3(0, 2, 0);  // arms of some length
            const auto e = [&](const Stencil<3>& y) { return energy(hinge, y); };
            const auto g = [&](const Stencil<3>& y) { return gradient(hinge, y); };
            EXPECT_LT(largest_difference(central_gradient<3>(e, x), gradient(hinge, x)), 1e-7);
            EXPECT_LT((central_jacobian<3>(g, x) - hessian(hinge, x)).cwiseAbs().maxCoeff(), 1e-6);
        }
}

TEST(Hinge, W1_3_damping_matrix_is_the_derivative_of_damping_by_velocity) {
    Rng rng{3};
    const Stencil<3> x = random_stencil<3>(rng), v = random_stencil<3>(rng);
    const auto f = [&x](const Stencil<3>& w) { return damping_force(angled_hinge, x, w); };
    EXPECT_LT((central_jacobian<3>(f, v) - damping_matrix(angled_hinge, x)).cwiseAbs().maxCoeff(), 1e-8);
}

TEST(Hinge, its_force_in_one_go_is_elastic_plus_viscous) {
    Rng rng{4};
    const Stencil<3> x = random_stencil<3>(rng), v = random_stencil<3>(rng);
    const Stencil<3> all = force(angled_hinge, x, v), g = gradient(angled_hinge, x);
    const Stencil<3> viscous = damping_force(angled_hinge, x, v);
    for (int i = 0; i < 3; ++i) EXPECT_LT((all[i] - viscous[i] + g[i]).norm(), 1e-13);
}

TEST(Hinge, W1_3_straight_has_no_force_and_the_hessian_of_a_straight_rest) {
    const Stencil<3> x = chain(std::numbers::pi);
    const Stencil<3> v{Vec3(0, 1, 0), Vec3(0, 0, 0), Vec3(0, 0, 1)};
    for (const Vec3& f : force(straight_hinge, x, v)) EXPECT_EQ(f.norm(), 0);
    for (const Vec3& g : gradient(angled_hinge, x)) EXPECT_EQ(g.norm(), 0);
    // the force close to straight is linear in the displacement, with this matrix
    const auto g = [](const Stencil<3>& y) { return gradient(straight_hinge, y); };
    EXPECT_LT((central_jacobian<3>(g, x) - hessian(straight_hinge, x)).cwiseAbs().maxCoeff(), 1e-4);
    EXPECT_TRUE(hessian(angled_hinge, x).allFinite());
}

TEST(Hinge, folded_or_without_length_it_gives_finite_numbers) {
    const Stencil<3> v{Vec3(0, 1, 0), Vec3(0, 0, 0), Vec3(0, 0, 1)};
    for (const Stencil<3>& x : {chain(0), Stencil<3>{Vec3(0, 0, 0), Vec3(0, 0, 0), Vec3(1, 0, 0)},
                                Stencil<3>{Vec3(0, 0, 0), Vec3(0, 0, 0), Vec3(0, 0, 0)}}) {
        for (const Vec3& f : force(straight_hinge, x, v)) EXPECT_TRUE(is_finite(f));
        EXPECT_TRUE(hessian(straight_hinge, x).allFinite());
        EXPECT_TRUE(psd_hessian(straight_hinge, x).allFinite());
        EXPECT_TRUE(damping_matrix(straight_hinge, x).allFinite());
    }
}

TEST(Hinge, projected_hessian_is_positive_where_the_exact_one_is_not) {
    for (const Real theta : {0.5, 1.2, 2.5, 3.1}) {
        EXPECT_FALSE(is_positive_semidefinite<9>(hessian(angled_hinge, chain(theta)), 1e-9)) << theta;
        EXPECT_TRUE(is_positive_semidefinite<9>(psd_hessian(angled_hinge, chain(theta)), 1e-9)) << theta;
    }
}

TEST(Hinge, projected_hessian_meets_the_exact_one_near_a_straight_rest) {
    const Stencil<3> x = chain(std::numbers::pi - 1e-5);
    const Block<3> difference = psd_hessian(straight_hinge, x) - hessian(straight_hinge, x);
    EXPECT_LT(difference.cwiseAbs().maxCoeff(), 1e-3);
}

}  // namespace
}  // namespace souple
