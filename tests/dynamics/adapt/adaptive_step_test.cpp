// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of dynamics/adapt/adaptive_step.cpp: steps that refine.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dynamics/adapt/adaptive_world.h"
#include "souple/dynamics/adapt/adaptive_step.h"
#include "souple/dynamics/scratch.h"
#include "souple/models/rigid.h"

namespace souple {
namespace {

TEST(AdaptiveStep, a_flat_sheet_that_flies_turns_and_stretches_is_never_divided) {
    World world = world_of(adaptive_grid(4, 4));
    for (std::size_t p = 0; p < world.state.x.size(); ++p)
        world.state.v[p] = Vec3(1, 2, 3) + Vec3(0, 1, 0).cross(world.state.x[p]) + 0.5 * world.state.x[p];
    for (int k = 0; k < 50; ++k) EXPECT_EQ(world.step({0.002, 1}).divided_faces, 0);
}

/// A sheet held at one side swings down.
World swinging_sheet(const ClothDef& base) {
    ClothDef def = base;
    def.bend_rigidity = 1e-3;
    World world;
    if (def.mesh.triangles.empty())
        def.holds.pins = {{.edge = "left"}};
    else
        def.holds.pins = {{.points = {0, 3}}};
    add_cloth(world, def);
    return world;
}

TEST(AdaptiveStep, F4_2_F4_8_after_every_step_all_folds_are_below_the_limits_of_their_faces) {
    for (const ClothDef& def : {adaptive_grid(4, 4), adaptive_mesh()}) {
        World world = swinging_sheet(def);
        int divided = 0;
        for (int k = 0; k < 60; ++k) {
            const StepReport report = world.step({0.004, 1});
            ASSERT_FALSE(report.failure) << to_text(*report.failure);
            divided += report.divided_faces;
            std::vector<int> bent;
            find_bent_faces(world.model.adaptive[0], world.state.x, bent);
            EXPECT_TRUE(bent.empty());
        }
        EXPECT_GT(divided, 4);
        EXPECT_NEAR(mass_of(world.model, world.model.parts[0]), 0.2, 0.2e-12);
    }
}

TEST(AdaptiveStep, weight_and_drag_in_still_air_have_the_bits_of_any_field) {
    for (const ClothDef& def : {adaptive_grid(4, 4), adaptive_mesh()}) {
        World still = swinging_sheet(def);
        still.model.drags = {{.name = "air", .linear = 1e-4, .rate = 3},
                             {.name = "more", .part = 0, .rate = 0.7}};
        World asked = still;
        asked.model.winds = {
            {.name = "calm", .velocity = Vec3::Zero()}};  // sends every point to the general law
        for (int k = 0; k < 60; ++k) {
            (void)still.step({0.004, 1});
            (void)asked.step({0.004, 1});
            ASSERT_EQ(still.state.x, asked.state.x) << "step " << k;
            ASSERT_EQ(still.state.v, asked.state.v) << "step " << k;
        }
    }
}

/// Lets a step fail by this limit of the speed [m/s] and expects state and laws as they were: the next step
/// gives the same bits as if nothing had been tried.
StepReport expect_undone(const World& world, Real limit, Real h) {
    World failed = world, untried = world;
    failed.model.max_speed = limit;
    StepReport report = failed.step({h, 1});
    EXPECT_TRUE(report.failure);
    EXPECT_EQ(hash_of(failed.state), hash_of(world.state));
    EXPECT_EQ(failed.model.triangles, world.model.triangles);
    EXPECT_EQ(failed.model.point_mass, world.model.point_mass);
    EXPECT_EQ(failed.model.springs.size(), world.model.springs.size());
    EXPECT_EQ(failed.model.bends.size(), world.model.bends.size());
    EXPECT_EQ(failed.model.adaptive[0].folds.size(), world.model.adaptive[0].folds.size());
    failed.model.max_speed = world.model.max_speed;
    EXPECT_FALSE(failed.step({h, 1}).failure);
    EXPECT_FALSE(untried.step({h, 1}).failure);
    EXPECT_EQ(hash_of(failed.state), hash_of(untried.state));
    return report;
}

TEST(AdaptiveStep, a_step_that_fails_leaves_state_and_laws_as_they_were_whether_faces_had_changed_or_not) {
    for (const ClothDef& def : {adaptive_grid(4, 4), adaptive_mesh()}) {
        World world = swinging_sheet(def);
        int changed = 0, unchanged = 0;
        for (int k = 0; k < 60; ++k) {
            const StepReport report = expect_undone(world, 1e-6, 0.004);
            (report.divided_faces > 0 ? changed : unchanged) += 1;
            ASSERT_FALSE(world.step({0.004, 1}).failure);
        }
        EXPECT_GT(changed, 0);
        EXPECT_GT(unchanged, 0);
    }
}

Real fastest(const State& state) {
    Real squared = 0;
    for (const Vec3& v : state.v) squared = std::max(squared, v.squaredNorm());
    return std::sqrt(squared);
}

TEST(AdaptiveStep, a_step_that_fails_after_a_good_try_has_divided_faces_leaves_all_as_it_was) {
    for (const ClothDef& def : {adaptive_grid(4, 4), adaptive_mesh()}) {
        World world = swinging_sheet(def);
        Obstacle far;  // where there is one no face is divided before the first try
        far.shape = Sphere{0.1};
        far.pose.position = {0, -100, 0};
        add_obstacle(world, far);
        int late = 0;
        for (int k = 0; k < 60; ++k) {
            World done = world;
            const StepReport good = done.step({0.004, 1});
            ASSERT_FALSE(good.failure);
            if (good.divided_faces > 0) {
                // the last try is too fast; the first only if it was faster still
                const StepReport report = expect_undone(world, fastest(done.state) * (1 - 1e-9), 0.004);
                late += report.divided_faces > 0 ? 1 : 0;
            }
            world = std::move(done);
        }
        EXPECT_GT(late, 0);
    }
}

TEST(AdaptiveStep, a_step_that_fails_after_faces_were_joined_leaves_all_as_it_was) {
    for (ClothDef def : {adaptive_grid(4, 4), adaptive_mesh()}) {
        def.adapt->join_below = 0.4;
        def.adapt->join_after = 0.02;
        World world = world_of(def);
        world.model.drags.push_back({.rate = 20});
        divide_some(world, 2);
        for (std::size_t p = 0; p < world.state.x.size(); ++p)
            if (world.model.inv_mass[p] > 0) world.state.v[p] = Vec3(1, 0.01 * std::sin(5.0 * p), 0);
        int joined = 0, calm = 0;
        for (int k = 0; k < 100; ++k) {
            const StepReport report = expect_undone(world, 1e-9, 0.002);
            (report.joined_faces > 0 ? joined : calm) += 1;
            ASSERT_FALSE(world.step({0.002, 1}).failure);
        }
        EXPECT_GT(joined, 0);
        EXPECT_GT(calm, 0);
    }
}

TEST(AdaptiveStep, F4_32_reports_count_the_faces_that_were_divided_and_the_tries_that_were_rejected) {
    ClothDef def = adaptive_grid(4, 4);
    def.adapt->balance = false;  // which divides neighbours that nobody asked for
    World world = swinging_sheet(def);
    int divided = 0, rejected = 0;
    for (int k = 0; k < 60; ++k) {
        const StepReport report = world.step({0.004, 1});
        EXPECT_EQ(report.divided_faces > 0, report.rejected_tries > 0);
        divided += report.divided_faces;
        rejected += report.rejected_tries;
    }
    EXPECT_EQ(leaf_faces(world).size(), 16u + 3 * divided);
    EXPECT_LE(rejected, divided);
    EXPECT_GT(world.scratch->profile[Stage::Adapt], 0);
    EXPECT_GT(world.scratch->profile[Stage::Advance], 0);
}

TEST(AdaptiveStep, F4_4_a_sheet_that_is_fine_from_the_start_stays_as_it_is) {
    ClothDef def = adaptive_grid(4, 4);
    def.adapt->start_level = def.adapt->max_level = 2;
    def.adapt->join_below = 0.4;
    World world = swinging_sheet(def);
    for (int k = 0; k < 60; ++k) {
        const StepReport report = world.step({0.004, 1});
        ASSERT_FALSE(report.failure);
        EXPECT_EQ(report.divided_faces + report.joined_faces + report.rejected_tries, 0);
    }
    EXPECT_EQ(leaf_faces(world).size(), 256u);
}

TEST(AdaptiveStep, F4_10_a_free_sheet_of_mixed_levels_keeps_its_momentum) {
    for (const bool meets : {false, true}) {
        ClothDef def = adaptive_grid(4, 4);
        def.part.self_contact = meets;
        World world = world_of(def);
        world.model.adaptive[0].material.bend.rigidity = 1e-3;
        divide_some(world, 3);
        ASSERT_GT(world.model.parts[0].rates.size(), 2u);
        for (std::size_t p = 0; p < world.state.x.size(); ++p)
            if (world.model.inv_mass[p] > 0)
                world.state.v[p] = 0.3 * Vec3(std::sin(3.0 * p), std::cos(2.0 * p), 0.1);
        const Vec3 before = momentum(world.model, world.state, world.model.parts[0]);
        Real largest = 0;
        for (int k = 0; k < 200; ++k) {
            ASSERT_FALSE(world.step({0.002, 1}).failure);
            Real sum = 0;
            for (std::size_t p = 0; p < world.state.x.size(); ++p)
                sum += world.model.point_mass[p] * world.state.v[p].norm();
            largest = std::max(largest, sum);
        }
        EXPECT_LT((momentum(world.model, world.state, world.model.parts[0]) - before).norm(),
                  1e-10 * largest);
    }
}

/// A ball thrown at a free sheet of mixed levels, near points that are interpolated.
World ball_and_free_sheet(bool balance) {
    World world;
    world.model.gravity.setZero();
    RigidDef ball;
    ball.part.name = "ball";
    BodyDef body;
    body.solid.pieces = {{Sphere{0.15}, {}}};
    body.position = {0.05, 0.2, 0.02};
    body.density = 20;
    body.velocity = {0.1, -2, 0};
    ball.bodies = {body};
    add_rigid(world, ball);
    ClothDef def = adaptive_grid(4, 4);
    def.bend_rigidity = 1e-3;
    def.adapt->balance = balance;
    add_cloth(world, def);
    return world;
}

TEST(AdaptiveStep, F4_26_F4_30_a_ball_and_a_sheet_of_mixed_levels_keep_their_momentum) {
    for (const bool balance : {true, false}) {
        World world = ball_and_free_sheet(balance);
        divide_faces(0, {leaf_faces(world)[5]}, world.state, world.model);
        divide_faces(0, {leaf_faces(world).back()}, world.state, world.model);
        divide_faces(0, {leaf_faces(world).back()}, world.state, world.model);
        ASSERT_FALSE(world.model.interpolated.empty());
        const auto whole = [&] {
            Vec3 sum = Vec3::Zero();
            for (const Part& part : world.model.parts) sum += momentum(world.model, world.state, part);
            return sum;
        };
        const Vec3 before = whole();
        for (int k = 0; k < 80; ++k) ASSERT_FALSE(world.step({0.004, 1}).failure);
        EXPECT_LT((whole() - before).norm(), 1e-10 * before.norm());
        const Part& sheet = world.model.parts[1];
        EXPECT_LT(momentum(world.model, world.state, sheet).y(), 0.1 * before.y());  // it was hit
        for (const Interpolated& between : world.model.interpolated)
            EXPECT_LT(
                (world.state.x[between.node] - 0.5 * (world.state.x[between.a] + world.state.x[between.b]))
                    .norm(),
                1e-14);
    }
}

/// A ball over the middle of one free triangle, as deep in it as given [m].
World ball_on_triangle(Real overlap) {
    World world;
    world.model.gravity.setZero();
    RigidDef ball;
    ball.part.name = "ball";
    BodyDef body;
    body.solid.pieces = {{Sphere{0.15}, {}}};
    body.density = 50;
    ClothDef def = adaptive_mesh();
    def.part.thickness = 0.005;
    const Real third = 2 * std::numbers::pi / 3;
    def.mesh = {{}, {{0, 1, 2}}};
    for (int k = 0; k < 3; ++k) def.mesh.points.push_back({std::cos(k * third), 0, -std::sin(k * third)});
    body.position = {0, 0.15 + def.part.thickness - overlap, 0};
    ball.bodies = {body};
    add_rigid(world, ball);
    add_cloth(world, def);
    return world;
}

Vec3 middle_of_triangle(const World& world, const std::vector<Vec3>& values) {
    const int first = world.model.parts[1].points.begin;
    return (values[first] + values[first + 1] + values[first + 2]) / 3;
}

TEST(AdaptiveStep, F4_28_a_triangle_and_a_ball_that_overlap_are_moved_apart_along_the_normal) {
    World world = ball_on_triangle(0.004);
    for (int k = 0; k < 200; ++k) ASSERT_FALSE(world.step({0.004, 1}).failure);
    const Vec3 middle = middle_of_triangle(world, world.state.x), centre = world.state.frames.x[0];
    EXPECT_LT(middle.y(), 0);
    EXPECT_GT(centre.y(), 0.15 + 0.005 - 0.004);
    EXPECT_GT(centre.y() - middle.y(), 0.15 + 0.005 - 2 * world.model.contact.slop);
    EXPECT_LT(Vec3(middle.x(), 0, middle.z()).norm(), 1e-9);
    EXPECT_LT(Vec3(centre.x(), 0, centre.z()).norm(), 1e-9);
    Vec3 sum = Vec3::Zero();
    for (const Part& part : world.model.parts) sum += momentum(world.model, world.state, part);
    EXPECT_LT(sum.norm(), 1e-12);
}

TEST(AdaptiveStep, F4_29_a_ball_and_a_triangle_that_press_on_each_other_accelerate_together) {
    World world = ball_on_triangle(0);
    const Real ball = world.model.frame_inertia[0].mass, sheet = mass_of(world.model, world.model.parts[1]);
    const int first = world.model.parts[1].points.begin;
    const Vec3 down(0, -3, 0), up(0, 8, 0);  // [N]
    for (int k = 0; k < 3; ++k) world.model.loads.push_back({first + k, up / 3});
    world.model.loads.push_back({.node = 0, .force = down, .on_frame = true});
    const Real together = (up + down).y() / (ball + sheet);
    for (int k = 1; k <= 50; ++k) {
        ASSERT_FALSE(world.step({0.004, 1}).failure);
        const Real expected = k * 0.004 * together;
        EXPECT_NEAR(world.state.frames.v[0].y(), expected, 0.01 * expected) << k;
        EXPECT_NEAR(middle_of_triangle(world, world.state.v).y(), expected, 0.01 * expected) << k;
        const Real whole =
            ball * world.state.frames.v[0].y() + sheet * middle_of_triangle(world, world.state.v).y();
        EXPECT_NEAR(whole, k * 0.004 * (up + down).y(), 1e-12 * k);
    }
}

/// Faces divided in a step of two intervals between which one point of a flat sheet is led out until the
/// lines through it are bent by `angle` [deg], and back.
int divided_by_a_bump(Real angle, bool every_tick) {
    constexpr Real side = 0.125;  // [m] of a square of level 1
    const Real height = side * std::tan(angle / 2 * std::numbers::pi / 180);
    World world;
    world.model.gravity.setZero();
    add_track(world, {.name = "bump", .keys = {{0, {}}, {0.002, {.position = {0, height, 0}}}, {0.004, {}}}});
    ClothDef def = adaptive_grid(4, 4);
    def.adapt->every_tick = every_tick;
    def.adapt->start_level = 1;
    def.adapt->max_level = 2;
    def.holds.pins = {{.points = {12}, .follow = "bump"}};
    add_cloth(world, def);
    return world.step({0.004, 2}).divided_faces;
}

TEST(AdaptiveStep, F4_25_T27_a_fold_that_is_sharp_only_within_a_step_is_seen_by_looking_in_every_tick) {
    const Real limit = 20 + 15;  // [deg] at level 1
    EXPECT_EQ(divided_by_a_bump(1.01 * limit, true), 4);
    EXPECT_EQ(divided_by_a_bump(0.99 * limit, true), 0);
    EXPECT_EQ(divided_by_a_bump(1.01 * limit, false), 0);
}

}  // namespace
}  // namespace souple
