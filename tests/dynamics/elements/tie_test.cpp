// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/elements/tie.h
#include "souple/dynamics/elements/tie.h"

#include <gtest/gtest.h>

#include "support/finite_differences.h"

namespace souple {
namespace {

/// The middle of an edge tied to a place on a triangle; the last slot is unused and must not be looked at.
Tie edge_to_triangle() {
    Tie tie;
    tie.nodes = {4, 7, 1, 2, 3, -1};
    tie.weights = {0.5, 0.5, -0.2, -0.3, -0.5, 9};
    tie.stiffness = 12;
    tie.damping = 0.6;
    return tie;
}

TEST(Tie, pulls_two_places_together_with_stiffness_times_their_distance) {
    Tie tie;
    tie.nodes = {0, 1, -1, -1, -1, -1};
    tie.weights = {1, -1, 0, 0, 0, 0};
    tie.stiffness = 12;
    Stencil<6> x{};
    x.fill(Vec3::Zero());
    x[0] = Vec3(0.5, 0, 0);
    const Stencil<6> g = gradient(tie, x, Vec3::Zero());
    EXPECT_EQ(-g[0], Vec3(-6, 0, 0));
    EXPECT_EQ(-g[1], Vec3(6, 0, 0));
    EXPECT_DOUBLE_EQ(energy(tie, x, Vec3::Zero()), 12 * 0.25 / 2);
}

TEST(Tie, forces_between_two_places_sum_to_zero) {
    Rng rng{1};
    const Tie tie = edge_to_triangle();
    const Stencil<6> x = random_stencil<6>(rng), v = random_stencil<6>(rng);
    EXPECT_LT(sum_of(gradient(tie, x, Vec3::Zero())).norm(), 1e-14);
    EXPECT_LT(sum_of(damping_force(tie, v, Vec3::Zero())).norm(), 1e-14);
    EXPECT_EQ(gradient(tie, x, Vec3::Zero())[5], Vec3::Zero());
}

TEST(Tie, holds_to_an_anchor_and_follows_its_speed) {
    Tie tie;
    tie.nodes[0] = 3;
    tie.weights[0] = 1;
    tie.anchored = true;
    tie.stiffness = 10;
    tie.damping = 2;
    Stencil<6> x, v;
    x.fill(Vec3::Zero());
    v.fill(Vec3(0, 0, 1));
    EXPECT_EQ(-gradient(tie, x, Vec3(0, 1, 0))[0], Vec3(0, 10, 0));
    EXPECT_EQ(damping_force(tie, v, Vec3(0, 0, 1))[0].norm(), 0);
    EXPECT_EQ(damping_force(tie, v, Vec3::Zero())[0], Vec3(0, 0, -2));
}

TEST(Tie, derivatives_agree_with_central_differences) {
    Rng rng{2};
    const Tie tie = edge_to_triangle();
    const Vec3 anchor(0.1, -0.4, 0.2);
    const Stencil<6> x = random_stencil<6>(rng);
    const auto e = [&](const Stencil<6>& y) { return energy(tie, y, anchor); };
    const auto g = [&](const Stencil<6>& y) { return gradient(tie, y, anchor); };
    const auto f = [&](const Stencil<6>& y) { return damping_force(tie, y, anchor); };
    EXPECT_LT(largest_difference(central_gradient<6>(e, x), gradient(tie, x, anchor)), 1e-8);
    EXPECT_LT((central_jacobian<6>(g, x) - hessian(tie)).cwiseAbs().maxCoeff(), 1e-8);
    EXPECT_LT((central_jacobian<6>(f, x) - damping_matrix(tie)).cwiseAbs().maxCoeff(), 1e-8);
}

}  // namespace
}  // namespace souple
