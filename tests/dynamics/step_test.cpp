// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/dynamics/step.h and world.h: the step as a transaction
#include "souple/dynamics/step.h"

#include <gtest/gtest.h>

#include <cmath>

#include "souple/core/errors.h"
#include "souple/dynamics/measure.h"
#include "support/test_world.h"

namespace souple {

TEST(Step, time_and_steps_advance_together) {
    World world = point_world({0, 0, 0}, {1, 0, 0});
    run(world, 7, 0.25);
    EXPECT_EQ(world.state.step, 7);
    EXPECT_DOUBLE_EQ(world.state.time, 1.75);
    EXPECT_NEAR(world.state.x[0].x(), 1.75, 1e-14);
}

TEST(Step, a_failed_step_leaves_the_state_as_it_was_and_names_the_culprit) {
    World world;
    add_cloth(world, small_cloth());
    world.model.parts[0].substeps = 1;
    StepReport report;
    std::uint64_t before = 0;
    for (int i = 0; i < 200 && !report.failure; ++i) {
        before = hash_of(world.state);
        report = world.step({.h = 1.0});  // far too large
    }
    ASSERT_TRUE(report.failure);
    EXPECT_EQ(hash_of(world.state), before);
    EXPECT_EQ(report.failure->part, "cloth");
    EXPECT_EQ(report.failure->step, world.state.step);
    const std::string text = to_text(*report.failure);
    EXPECT_NE(text.find("stage advance"), std::string::npos) << text;
    EXPECT_NE(text.find("spring"), std::string::npos) << text;
}

TEST(Step, a_number_that_is_not_finite_is_caught_in_its_step) {
    World world = point_world({0, 0, 0}, {0, 0, 0});
    world.model.loads.push_back({0, Vec3(NAN, 0, 0), 0.95, 1e30, false});
    ++world.model.revision;
    StepReport report;
    int steps = 0;
    while (!report.failure && steps < 100) {
        report = world.step({.h = 0.1});
        ++steps;
    }
    ASSERT_TRUE(report.failure);
    EXPECT_NEAR(world.state.time, 1.0, 0.11);
    EXPECT_NE(report.failure->what.find("not finite"), std::string::npos);
    EXPECT_TRUE(is_finite(world.state.x[0]));
}

TEST(Step, intervals_split_the_step_and_substeps_split_the_interval) {
    World coarse = point_world({0, 0, 0}, {0, 0, 0});
    World fine = point_world({0, 0, 0}, {0, 0, 0}, {.name = "point", .substeps = 3});
    coarse.step({.h = 0.6, .intervals = 6});
    fine.step({.h = 0.6, .intervals = 2});
    EXPECT_NEAR(coarse.state.x[0].y(), fine.state.x[0].y(), 1e-14);
    EXPECT_NEAR(fine.state.x[0].y(), -9.81 * 0.01 * 21, 1e-12);  // semi-implicit Euler: g h^2 n (n+1)/2
}

TEST(Step, led_points_follow_their_track_exactly) {
    World world;
    world.model.tracks.push_back(
        {"hand", {{0, {}}, {1, {Vec3(1, 2, 3), Quat(Eigen::AngleAxis<Real>(1, Vec3::UnitY()))}}}, false});
    ParticlesDef def;
    def.points = {{.position = {0.5, 0, 0}}, {.position = {0, 1, 0}}};
    def.holds.pins = {{.points = {0}, .follow = "hand"}};
    add_particles(world, def);
    run(world, 30, 1.0 / 60);
    const Pose half = pose_at(world.model.tracks[0], 0.5);
    EXPECT_LT((world.state.x[0] - half.to_world({0.5, 0, 0})).norm(), 1e-14);
    EXPECT_GT(world.state.v[0].norm(), 1);
}

TEST(StepControl, F3_24_try_and_restore_meets_its_tolerance) {
    const auto stretched = [](StepControl control, int substeps) {
        World world;
        ParticlesDef def;
        def.part.step_control = control;
        def.part.substeps = substeps;
        def.part.method = Method::VelocityVerlet;
        def.points = {{.position = {0, 0, 0}, .pinned = true}, {.position = {1, 0, 0}, .mass = 0.1}};
        def.springs = {{.a = 0, .b = 1, .rest_length = 0.5, .stiffness = 200}};
        add_particles(world, def);
        run(world, 20, 0.02);
        return world;
    };
    const World exact = stretched({}, 4096);
    const World coarse = stretched({}, 1);
    const World tried = stretched({.kind = StepControlKind::TryAndRestore, .tolerance = 1e-6}, 1);
    const auto error = [&](const World& world) { return (world.state.x[1] - exact.state.x[1]).norm(); };
    EXPECT_LT(error(tried), 1e-4);
    EXPECT_GT(error(coarse), 100 * error(tried));
    EXPECT_GT(tried.state.parts[0].substeps, 4);
}

TEST(StepControl, F3_24_turning_counts_and_what_is_not_finite_is_refused) {
    World world;
    FramesDef def;
    def.part.step_control = {.kind = StepControlKind::TryAndRestore, .tolerance = 1e-6, .length = 1};
    def.part.method = Method::ExplicitEuler;
    def.frames = {{.spin = {3, 0.1, 0}, .moments = {1, 2, 3}}};
    add_frames(world, def);
    world.step({.h = 0.1});
    EXPECT_GT(world.state.parts[0].substeps, 8);

    World exploding;
    ParticlesDef net;
    net.part.step_control = {.kind = StepControlKind::TryAndRestore, .tolerance = 1e-3, .max_substeps = 8};
    net.points = {{}};
    net.holds.loads = {{.grip = {.point = 0}, .force = {NAN, 0, 0}}};
    add_particles(exploding, net);
    EXPECT_TRUE(exploding.step({.h = 0.1}).failure);
}

TEST(StepControl, giving_up_at_the_finest_is_reported) {
    World world;
    ParticlesDef def;
    def.part.step_control = {.kind = StepControlKind::TryAndRestore, .tolerance = 1e-15, .max_substeps = 16};
    def.points = {{.pinned = true}, {.position = {1, 0, 0}}};
    def.springs = {{.a = 0, .b = 1, .rest_length = 0.5, .stiffness = 100}};
    add_particles(world, def);
    const StepReport report = world.step({.h = 0.05});
    EXPECT_EQ(report.unmet_tolerances, 1);
    EXPECT_EQ(world.state.parts[0].substeps, 16);
}

TEST(Step, W3_7_motion_contacts_and_pictures_have_rates_of_their_own) {
    World world = point_world({0, 1, 0}, {0, 0, 0}, {.name = "hair", .substeps = 100});
    add_obstacle(world, Plane{});
    const StepReport report = world.step({.h = 1.0 / 30, .intervals = 3});  // a picture, contacts at 90 Hz
    EXPECT_EQ(report.substeps, 300);                                        // motion at 9000 Hz
    const Real h = 1.0 / 9000;
    EXPECT_NEAR(world.state.x[0].y(), 1 - 9.81 * h * h * 300 * 301 / 2, 1e-12);
}

TEST(StepControl, F0_6_the_step_follows_the_forces) {
    const auto substeps_with = [](Real force) {
        World world;
        ParticlesDef def;
        def.part.step_control = {.kind = StepControlKind::FromForces, .safety = 0.1, .length = 0.01};
        def.points = {{.mass = 2}};
        def.holds.loads = {{.grip = {.point = 0}, .force = {force, 0, 0}}};
        add_particles(world, def);
        world.model.gravity.setZero();
        world.step({.h = 0.1});
        return world.state.parts[0].substeps;
    };
    // h = 0.1 sqrt(2 * 0.01 / F)
    EXPECT_EQ(substeps_with(2), 10);
    EXPECT_EQ(substeps_with(8), 20);
    EXPECT_EQ(substeps_with(1e-6), 1);
}

TEST(World, a_part_needs_a_name_of_its_own_and_sound_matter) {
    World world = point_world({0, 0, 0}, {0, 0, 0});
    EXPECT_THROW(begin_part(world, "point", "particles"), InputError);
    EXPECT_THROW(add_point(world, {.mass = 0}), InputError);
    EXPECT_THROW(add_point(world, {.mass = -1}), InputError);
    EXPECT_THROW(add_point(world, {.x = {NAN, 0, 0}}), InputError);
    EXPECT_THROW(find_track(world.model, "nobody"), InputError);
    EXPECT_EQ(find_part(world.model, "nobody"), -1);
}

TEST(Track, F0_41_keys_are_met_and_ends_hold) {
    const Track track{"t", {{1, {{1, 0, 0}, Quat::Identity()}}, {3, {{3, 0, 0}, Quat::Identity()}}}, true};
    EXPECT_EQ(pose_at(track, 0).position.x(), 1);
    EXPECT_EQ(pose_at(track, 9).position.x(), 3);
    EXPECT_NEAR(pose_at(track, 2).position.x(), 2, 1e-15);
    EXPECT_NEAR(pose_at(track, 1.5).position.x(), 1 + 2 * (3 * 0.0625 - 2 * 0.015625), 1e-15);  // eased
}

}  // namespace souple
