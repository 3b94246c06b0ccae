// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/penalize.h
#include "souple/dynamics/contact/penalize.h"

#include <gtest/gtest.h>

#include "souple/dynamics/contact/colour_rows.h"

namespace souple {
namespace {

/// Two bodies of 1 kg and 1 kg m^2 that slide past each other across a gap, in an exponential field.
struct AcrossAGap {
    Model model;
    InteractionScratch scratch;

    AcrossAGap() {
        model.contact.penalty = {.kind = ResponseKind::ExponentialField, .stiffness = 2, .range = 0.1};
        scratch.movers.first_driven = 2;
        scratch.movers.velocity = {{Vec3(0, 0, 0), Vec3(1, 2, 3)}, {Vec3(2, -1, 1), Vec3(0, 1, -1)}};
        scratch.movers.answer = {{1, Mat3(Mat3::Identity())}, {1, Mat3(Mat3::Identity())}};
        scratch.start_centre = {Vec3(0, -1, 0), Vec3(0.2, 1.2, 0)};
        Manifold manifold;
        manifold.a.mover = 0;
        manifold.b.mover = 1;
        manifold.friction = 0.5;
        manifold.count = 1;
        manifold.points[0].place = Vec3(0.1, 0.1, 0);
        manifold.points[0].apart = Vec3(0, 0.2, 0);
        manifold.points[0].gap = 0.2;
        scratch.manifolds = {manifold};
        scratch.active = {0};
        colour_rows(scratch, false);
    }

    Vec3 momentum() const { return scratch.movers.velocity[0].v + scratch.movers.velocity[1].v; }
    Vec3 angular_momentum() const {
        Vec3 sum = Vec3::Zero();
        for (int m = 0; m < 2; ++m)
            sum += scratch.start_centre[m].cross(scratch.movers.velocity[m].v) + scratch.movers.velocity[m].w;
        return sum;
    }
};

}  // namespace

TEST(Penalize, F3_70_a_force_across_a_gap_keeps_linear_and_angular_momentum) {
    AcrossAGap two;
    const Vec3 p = two.momentum(), l = two.angular_momentum();
    const MoverVelocity before = two.scratch.movers.velocity[1];
    penalize(two.model, 0.01, two.scratch);
    // c / eps e^(-gap / eps) = 20 e^-2 N for 0.01 s, and friction across the normal
    const Vec3 change = two.scratch.movers.velocity[1].v - before.v;
    EXPECT_NEAR(change.y(), 0.01 * 20 * std::exp(-2.0), 1e-12);
    EXPECT_NEAR(std::hypot(change.x(), change.z()), 0.5 * change.y(), 1e-12);
    EXPECT_LT((two.momentum() - p).norm(), 1e-14);
    EXPECT_LT((two.angular_momentum() - l).norm(), 1e-14);
}

}  // namespace souple
