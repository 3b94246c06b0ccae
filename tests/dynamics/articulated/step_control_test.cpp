// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/advance.cpp: articulated bodies that choose their substeps.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "souple/models/articulated.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

constexpr Real half_side = 0.02;  // [m] of a rod

/// Rods of a metre, one below the other, and what holds each to the one above.
ArticulatedDef hanging_rods(const std::vector<JointKind>& kinds) {
    ArticulatedDef def;
    def.part.touches = Touches::Nothing;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
        const Vec3 top(0, -Real(k), 0);
        LimbDef rod;
        rod.name = "rod" + std::to_string(k);
        if (k > 0) rod.parent = "rod" + std::to_string(k - 1);
        rod.body = body_of(Box{{half_side, 0.5, half_side}}, top - Vec3(0, 0.5, 0));
        rod.joint.kind = kinds[k];
        rod.joint.at = top;
        rod.joint.start = {30, 20, kinds[k] == JointKind::Ball ? 10.0 : 0.0};
        rod.joint.speed = {3, 2, kinds[k] == JointKind::Ball ? 1.0 : 0.0};
        def.links.push_back(rod);
    }
    return def;
}

/// Three joints of different kinds, with a loop, in either formulation, held or floating.
std::vector<ArticulatedDef> swinging_trees() {
    std::vector<ArticulatedDef> all;
    for (const Formulation formulation : {Formulation::Reduced, Formulation::Maximal})
        for (const bool floating : {false, true})
            for (const bool looped : {false, true}) {
                ArticulatedDef def = hanging_rods({JointKind::Ball, JointKind::Hinge, JointKind::Ball});
                def.formulation = formulation;
                def.floating = floating;
                def.links[0].body.spin = floating ? Vec3(1, 2, 3) : Vec3(0, 0, 0);
                if (looped) {
                    LoopDef tie;
                    tie.kind = LoopKind::Distance;
                    tie.a = "rod0";
                    tie.b = "rod2";
                    tie.a_at = Vec3(0, -0.5, 0);
                    tie.at = {0, -2.5, 0};
                    def.loops.push_back(tie);
                }
                all.push_back(def);
            }
    return all;
}

World world_with(const ArticulatedDef& def) {
    World world;
    world.model.gravity = down;
    add_articulated(world, def);
    return world;
}

void expect_same_motion(const World& a, const World& b) {
    for (int f = 0; f < a.state.frames.count(); ++f) {
        EXPECT_EQ(a.state.frames.x[f], b.state.frames.x[f]) << f;
        EXPECT_EQ(a.state.frames.q[f].coeffs(), b.state.frames.q[f].coeffs()) << f;
        EXPECT_EQ(a.state.frames.v[f], b.state.frames.v[f]) << f;
        EXPECT_EQ(a.state.frames.w[f], b.state.frames.w[f]) << f;
    }
    for (std::size_t i = 0; i < a.state.trees[0].joints.size(); ++i) {
        const JointState &one = a.state.trees[0].joints[i], &other = b.state.trees[0].joints[i];
        EXPECT_EQ(one.q, other.q) << i;
        EXPECT_EQ(one.qd, other.qd) << i;
        EXPECT_EQ(one.spin, other.spin) << i;
        EXPECT_EQ(one.turn.coeffs(), other.turn.coeffs()) << i;
    }
}

TEST(TreeStepControl, F3_24_after_rejected_tries_a_tree_goes_on_from_where_it_was) {
    for (ArticulatedDef def : swinging_trees()) {
        def.part.step_control = {.kind = StepControlKind::TryAndRestore, .tolerance = 1e-5};
        World tried = world_with(def);
        const StepReport report = tried.step({.h = 0.02});
        ASSERT_FALSE(report.failure);
        EXPECT_GT(report.rejected_tries, 2);
        def.part.step_control = {};
        def.part.substeps = tried.state.parts[0].substeps;
        World fixed = world_with(def);
        ASSERT_FALSE(fixed.step({.h = 0.02}).failure);
        expect_same_motion(tried, fixed);
    }
}

TEST(TreeStepControl, F3_24_a_double_pendulum_meets_its_tolerance) {
    const auto swung = [](const StepControl& control, int substeps) {
        ArticulatedDef def = hanging_rods({JointKind::Ball, JointKind::Hinge});
        def.part.method = Method::Midpoint;
        def.part.step_control = control;
        def.part.substeps = substeps;
        World world = world_with(def);
        for (int k = 0; k < 25; ++k) EXPECT_EQ(world.step({.h = 0.02}).unmet_tolerances, 0);
        return world;
    };
    const World exact = swung({}, 512), coarse = swung({}, 1);
    const World tried = swung({.kind = StepControlKind::TryAndRestore, .tolerance = 1e-6}, 1);
    const auto error = [&](const World& world) {
        return std::max((world.state.frames.x[0] - exact.state.frames.x[0]).norm(),
                        (world.state.frames.x[1] - exact.state.frames.x[1]).norm());
    };
    EXPECT_LT(error(tried), 1e-4);
    EXPECT_GT(error(coarse), 20 * error(tried));
    EXPECT_GT(tried.state.parts[0].substeps, 2);
}

TEST(TreeStepControl, F3_24_a_figure_that_lies_on_the_ground_does_not_creep) {
    for (const StepControlKind kind : {StepControlKind::TryAndRestore, StepControlKind::FromForces})
        for (const int substeps : {1, 3}) {
            ArticulatedDef def = hanging_rods({JointKind::Ball, JointKind::Hinge});
            for (LimbDef& rod : def.links) {
                rod.joint.start = rod.joint.speed = Vec3::Zero();
                rod.joint.damping = 0.5;
            }
            def.floating = true;
            def.part.substeps = substeps;
            def.part.touches = Touches::Bodies;
            def.part.position = {0, 0.03, 0};
            def.part.rotation = {0, 0, 90};  // both lie along x
            def.part.step_control = {.kind = kind, .tolerance = 1e-4};
            World world = world_with(def);
            add_floor(world);
            for (int k = 0; k < 400; ++k) ASSERT_FALSE(world.step({.h = 5e-3}).failure);
            const Frames before = world.state.frames;
            for (int k = 0; k < 400; ++k) {
                ASSERT_FALSE(world.step({.h = 5e-3}).failure);
                for (int f = 0; f < 2; ++f) ASSERT_LT(world.state.frames.v[f].norm(), 1e-4) << k;
            }
            for (int f = 0; f < 2; ++f) {
                EXPECT_NEAR(world.state.frames.x[f].y(), half_side, 1e-3);
                EXPECT_LT((world.state.frames.x[f] - before.x[f]).norm(), 1e-5) << "in two seconds";
            }
        }
}

}  // namespace
}  // namespace souple
