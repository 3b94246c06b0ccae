// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/elements/spring.h
#include "souple/dynamics/elements/spring.h"

#include <gtest/gtest.h>

#include "support/finite_differences.h"

namespace souple {
namespace {

const Spring viscous_spring{.nodes = {0, 1}, .rest_length = 0.7, .stiffness = 30, .damping = 2.5};

TEST(Spring, W1_2_stretching_by_a_tenth_pulls_both_ends_together_with_k_times_a_tenth) {
    const Stencil<2> g = gradient(viscous_spring, {Vec3(0, 0, 0), Vec3(0.8, 0, 0)});
    EXPECT_LT((-g[0] - Vec3(3, 0, 0)).norm(), 1e-13);  // towards the other end
    EXPECT_LT((-g[1] - Vec3(-3, 0, 0)).norm(), 1e-13);
    EXPECT_NEAR(energy(viscous_spring, {Vec3(0, 0, 0), Vec3(0.8, 0, 0)}), 30 * 0.01 / 2, 1e-14);
}

TEST(Spring, W1_2_damping_opposes_lengthening_and_ignores_sideways_motion) {
    const Stencil<2> x{Vec3(0, 0, 0), Vec3(0, 2, 0)};
    const Stencil<2> f = damping_force(viscous_spring, x, {Vec3::Zero(), Vec3(5, 0.4, -3)});
    EXPECT_LT((f[1] - Vec3(0, -2.5 * 0.4, 0)).norm(), 1e-14);
    EXPECT_LT((f[0] + f[1]).norm(), 1e-15);
}

TEST(Spring, W1_2_T1_forces_of_both_ends_cancel_and_turn_nothing) {
    Rng rng{1};
    for (int trial = 0; trial < 100; ++trial) {
        const Stencil<2> x = random_stencil<2>(rng), v = random_stencil<2>(rng);
        const Stencil<2> f = force(viscous_spring, x, v);
        const Real scale = f[0].norm() + 1;
        EXPECT_LT(sum_of(f).norm(), 1e-12 * scale);
        EXPECT_LT(torque_of(x, f).norm(), 1e-12 * scale);
    }
}

TEST(Spring, W1_2_gradient_and_hessian_are_derivatives_of_the_energy) {
    Rng rng{2};
    for (int trial = 0; trial < 30; ++trial) {
        const Stencil<2> x = random_stencil<2>(rng);
        const auto e = [](const Stencil<2>& y) { return energy(viscous_spring, y); };
        const auto g = [](const Stencil<2>& y) { return gradient(viscous_spring, y); };
        EXPECT_LT(largest_difference(central_gradient<2>(e, x), gradient(viscous_spring, x)), 1e-7);
        EXPECT_LT((central_jacobian<2>(g, x) - hessian(viscous_spring, x)).cwiseAbs().maxCoeff(), 1e-5);
    }
}

TEST(Spring, W1_2_damping_matrix_is_the_derivative_of_damping_by_velocity) {
    Rng rng{3};
    const Stencil<2> x = random_stencil<2>(rng), v = random_stencil<2>(rng);
    const auto f = [&x](const Stencil<2>& w) { return damping_force(viscous_spring, x, w); };
    EXPECT_LT((central_jacobian<2>(f, v) - damping_matrix(viscous_spring, x)).cwiseAbs().maxCoeff(), 1e-8);
    EXPECT_TRUE(is_positive_semidefinite<6>(-damping_matrix(viscous_spring, x), 1e-12));
}

TEST(Spring, its_force_in_one_go_is_elastic_plus_viscous) {
    Rng rng{4};
    for (int trial = 0; trial < 30; ++trial) {
        const Stencil<2> x = random_stencil<2>(rng), v = random_stencil<2>(rng);
        const Stencil<2> all = force(viscous_spring, x, v), elastic = gradient(viscous_spring, x);
        const Stencil<2> viscous = damping_force(viscous_spring, x, v);
        for (int i = 0; i < 2; ++i) EXPECT_LT((all[i] - viscous[i] + elastic[i]).norm(), 1e-12);
    }
}

TEST(Spring, projected_hessian_is_exact_under_tension_and_positive_under_compression) {
    const Stencil<2> stretched{Vec3(0, 0, 0), Vec3(0.9, 0.1, 0)}, pressed{Vec3(0, 0, 0), Vec3(0.3, 0.1, 0)};
    EXPECT_EQ(psd_hessian(viscous_spring, stretched), hessian(viscous_spring, stretched));
    EXPECT_FALSE(is_positive_semidefinite<6>(hessian(viscous_spring, pressed), 1e-9));
    EXPECT_TRUE(is_positive_semidefinite<6>(psd_hessian(viscous_spring, pressed), 1e-9));
}

TEST(Spring, ends_at_one_place_have_no_direction_and_no_force) {
    const Stencil<2> x{Vec3(1, 2, 3), Vec3(1, 2, 3)}, v{Vec3(1, 0, 0), Vec3(0, 1, 0)};
    EXPECT_EQ(force(viscous_spring, x, v)[0], Vec3::Zero());
    EXPECT_EQ(gradient(viscous_spring, x)[1], Vec3::Zero());
    EXPECT_EQ(damping_force(viscous_spring, x, v)[0], Vec3::Zero());
    EXPECT_TRUE(hessian(viscous_spring, x).allFinite());
    EXPECT_TRUE(psd_hessian(viscous_spring, x).allFinite());
    const Spring zero_length{.nodes = {0, 1}, .rest_length = 0, .stiffness = 4};
    EXPECT_EQ(hessian(zero_length, x)(1, 1), 4);
}

TEST(Spring, both_conventions_of_stiffness_give_the_same_force_when_converted) {
    EXPECT_EQ(spring_stiffness(StiffnessLaw::Elongation, 50, 0.2), 50);
    EXPECT_DOUBLE_EQ(spring_stiffness(StiffnessLaw::Strain, 10, 0.2), 50);  // F = 10 (l - l0) / 0.2
}

/// Moment about the middle of a chain of three, bent by phi, that a spring between its ends exerts.
Real skip_spring_moment(Real phi, Real segment, Real stiffness) {
    const Vec3 next = segment * Vec3(std::cos(phi), std::sin(phi), 0), last(-segment, 0, 0);
    const Spring skip{.nodes = {0, 1}, .rest_length = 2 * segment, .stiffness = stiffness};
    return -next.cross(force(skip, {last, next}, {Vec3::Zero(), Vec3::Zero()})[1]).z();
}

TEST(Spring, W1_4_T2_a_spring_over_a_neighbour_resists_bending_with_the_cube_of_the_angle) {
    const Real segment = 0.05, stiffness = 800;
    for (const Real phi : {0.002, 0.01, 0.03, 0.06, 0.099}) {
        const Real expected = stiffness * segment * segment / 8;
        EXPECT_NEAR(skip_spring_moment(phi, segment, stiffness) / (phi * phi * phi), expected,
                    0.01 * expected);
    }
}

}  // namespace
}  // namespace souple
