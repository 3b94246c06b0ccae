// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/hair/wisp_motion.h and wisp_solvers.h
#include "souple/dynamics/hair/wisp_motion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "souple/dynamics/hair/measure_hair.h"
#include "souple/dynamics/hair/wisp_solvers.h"
#include "support/hair_world.h"

namespace souple {
namespace {

constexpr Real fine = 1.0 / 9000;  // [s]

/// A wisp that nobody holds, out of the world.
WispMotion free_wisp(SampleLaw law) {
    HairDef def = one_wisp(Vec3(1, 0.2, 0));
    def.material.law = law;
    const World world = hair_world(def);
    WispMotion wisp;
    load_wisp(world.model, world.control, world.model.hair[0], 0, world.state, wisp);
    for (int i = 0; i < wisp.n; ++i) {
        wisp.inv_mass[i] = 1 / wisp.mass[i];
        wisp.air[i].setZero();
    }
    wisp.gravity = Vec3(0, -9.8, 0);
    return wisp;
}

Real worst_radius_change(const WispMotion& wisp) {
    Real worst = 0;
    for (int i = 2; i < wisp.n; ++i)
        for (int k = 0; k < wisp.samples; ++k)
            worst = std::max(worst, std::abs(wisp.radius_of(i, k) - wisp.rest_radius[i]));
    return worst;
}

TEST(WispMotion, W1_8_T3_a_free_wisp_falls_as_eulers_closed_form_and_keeps_its_shape) {
    WispMotion wisp = free_wisp(SampleLaw::Relative);
    const Real y = wisp.x[5].y();
    run_corrected_euler({fine, 900}, {}, wisp);
    EXPECT_NEAR(wisp.x[5].y() - y, -9.8 * fine * fine * 900 * 899 / 2, 1e-12);
    EXPECT_LT(worst_radius_change(wisp), 1e-12);
}

TEST(WispMotion, W1_8_T3_the_literal_law_deforms_in_free_fall) {
    WispMotion wisp = free_wisp(SampleLaw::Literal);
    run_corrected_euler({fine, 900}, {}, wisp);
    EXPECT_GT(worst_radius_change(wisp), 1e-3);
}

TEST(WispMotion, W1_7_a_squashed_envelope_pushes_its_skeleton_to_the_other_side) {
    WispMotion wisp = free_wisp(SampleLaw::Relative);
    wisp.gravity.setZero();
    find_sections(wisp, 0);
    wisp.radius_of(5, 0) = 0.004;  // the sample along +u
    find_forces(wisp);
    EXPECT_NEAR(wisp.force[5].dot(wisp.frame[5].u), 0.072 * (0.004 - 0.01), 1e-12);
    EXPECT_NEAR(wisp.force[5].dot(wisp.frame[5].v), 0, 1e-12);
}

TEST(WispMotion, W1_8_T7_a_sample_never_crosses_the_axis) {
    WispMotion wisp = free_wisp(SampleLaw::Relative);
    wisp.radius_speed[5 * 4 + 1] = -20;  // [m/s]
    for (int k = 0; k < 200; ++k) {
        run_corrected_euler({fine, 1}, {}, wisp);
        EXPECT_GE(wisp.radius_of(5, 1), 0);
    }
}

TEST(WispMotion, W1_8_a_jerked_skeleton_squashes_its_envelope_ahead_of_it) {
    WispMotion wisp = free_wisp(SampleLaw::Relative);
    wisp.gravity.setZero();
    find_sections(wisp, 0);
    wisp.acceleration[5] = 100 * wisp.frame[5].v;
    EXPECT_NEAR(wisp.frame[5].v.dot(felt_by_samples(wisp, 5)), -100, 1e-12);
    wisp.law = SampleLaw::Literal;
    EXPECT_NEAR(wisp.frame[5].v.dot(felt_by_samples(wisp, 5)), 0, 1e-12);
}

TEST(WispMotion, W1_2_T4_segments_of_a_hanging_wisp_bear_the_weight_below_them) {
    HairDef def = one_wisp(Vec3(0, -1, 0));
    def.material.bend_stiffness = 0;
    World world = hair_world(def);
    world.model.gravity = Vec3(0, -9.8, 0);
    world.model.drags.push_back({.rate = 20});
    step_hair(world, 90);
    Real below = 0;
    for (int i = 8; i >= 1; --i) {
        below += world.model.point_mass[i + 1];
        const Real stretch = (world.state.x[i + 1] - world.state.x[i]).norm() - 0.03;
        EXPECT_NEAR(stretch, below * 9.8 / 50, 0.01 * below * 9.8 / 50);
    }
    EXPECT_LT(kinetic_energy(world.model, world.state, world.model.parts[0]), 1e-9);
}

/// [m] sideways, the tip after this many fifths of a second; the wisp starts level.
std::vector<Real> swing(Method method, int substeps, Real h, int samples) {
    HairDef def = one_wisp(Vec3(1, -0.3, 0));
    def.part.method = method;
    def.part.substeps = substeps;
    World world = hair_world(def);
    world.model.drags.push_back({.rate = 0.3});
    std::vector<Real> heights;
    for (int k = 0; k < samples; ++k) {
        for (int j = 0; j < std::lround(0.05 / h); ++j) world.step({.h = h});
        heights.push_back(world.state.x[9].x());
    }
    return heights;
}

Real amplitude(const std::vector<Real>& x) {
    return *std::max_element(x.end() - 20, x.end()) - *std::min_element(x.end() - 20, x.end());
}

TEST(WispRods, large_steps_swing_as_far_as_9000_evaluations_a_second_after_five_swings) {
    const std::vector<Real> exact = swing(Method::CorrectedEuler, 100, 1.0 / 100, 100);
    const std::vector<Real> rods = swing(Method::VelocityVerlet, 1, 1.0 / 120, 100);
    EXPECT_GT(amplitude(exact), 0.02);
    EXPECT_NEAR(amplitude(rods) / amplitude(exact), 1, 0.03);
}

TEST(WispRods, segments_keep_their_length_in_large_steps) {
    HairDef def = one_wisp(Vec3(1, 0.4, 0.2));
    def.part.method = Method::VelocityVerlet;
    def.part.substeps = 1;
    World world = hair_world(def);
    for (int k = 0; k < 240; ++k) {
        ASSERT_FALSE(world.step({.h = 1.0 / 120}).failure);
        EXPECT_LT(segment_strain(world, 0), 1e-6);
    }
}

TEST(WispMotion, W1_5_T8_roots_stay_in_the_head_whatever_it_does) {
    World world;
    Track track;
    track.name = "head";
    track.keys = {{0, {}},
                  {0.3, {Vec3(0.3, 0.1, 0), Quat(Eigen::AngleAxis<Real>(2, Vec3(1, 2, 3).normalized()))}}};
    add_track(world, track);
    HairDef def = one_wisp(Vec3(0, -1, 0));
    def.head = "head";
    add_hair(world, def);
    for (int k = 0; k < 30; ++k) {
        step_hair(world, 1);
        const Pose pose = pose_at(track, world.state.time);
        EXPECT_LT((pose.to_local(world.state.x[0]) - Vec3(0, 0.03, 0)).norm(), 1e-12);
        EXPECT_LT((pose.to_local(world.state.x[1])).norm(), 1e-12);
    }
}

/// [J] the largest kinetic energy in each second of a minute after a wisp falls from level, in air of this
/// drag [1/s]. Its segments hold at every step.
std::vector<Real> liveliest_moments(Real drag) {
    World world = hair_world(one_wisp(Vec3(1, 0, 0)));
    world.model.gravity = Vec3(0, -9.8, 0);
    world.model.drags.push_back({.rate = drag});
    std::vector<Real> largest(60, 0);
    for (Real& of_second : largest)
        for (int k = 0; k < 90; ++k) {
            EXPECT_FALSE(step_hair(world, 1).failure) << world.state.time;
            EXPECT_LT(segment_strain(world, 0), 0.1) << world.state.time;
            const Real energy = kinetic_energy(world.model, world.state, world.model.parts[0]);
            of_second = std::max(of_second, energy);
        }
    return largest;
}

TEST(WispMotion, W3_5_T22_a_wisp_at_9000_evaluations_a_second_swings_for_a_minute_and_comes_to_rest) {
    const std::vector<Real> in_air = liveliest_moments(0.4);  // that of S1, which takes e^-24 in a minute
    EXPECT_GT(in_air.front(), 1e-3);
    EXPECT_LT(in_air.back(), 1e-12);
    // its own damping alone is slow: it still swings by 20 degrees, but ever less
    const std::vector<Real> without = liveliest_moments(0);
    EXPECT_LT(without.back(), 1e-4);
    EXPECT_LT(without.back(), 0.3 * without[10]);
}

TEST(WispMotion, W1_8_T7_no_sample_is_beyond_its_axis_while_a_ball_goes_through_hair) {
    World world;
    Obstacle ball;
    ball.name = "ball";
    ball.shape = Sphere{0.05};
    ball.track = add_track(world, {.name = "ball",
                                   .keys = {{0, {Vec3(-0.2, -0.15, 0), Quat::Identity()}},
                                            {0.5, {Vec3(0.2, -0.15, 0.01), Quat::Identity()}}}});
    add_obstacle(world, ball);
    HairDef def = test_hair();
    def.radius = 0.02;
    def.grids = {{.columns = 3, .rows = 3, .spacing = 0.03}};
    add_hair(world, def);
    world.model.gravity = Vec3(0, -9.8, 0);
    Real narrowest = 1;
    for (int k = 0; k < 50; ++k) {
        ASSERT_FALSE(step_hair(world, 1).failure);
        for (const Real radius : world.state.hair[0].radius) narrowest = std::min(narrowest, radius);
    }
    EXPECT_GE(narrowest, 0);
    EXPECT_LT(narrowest, 0.005) << "the ball has squashed them";
}

TEST(WispMotion, W3_5_T22_a_step_that_is_too_large_is_noticed_and_reported) {
    HairDef def = one_wisp(Vec3(1, 0, 0));
    def.part.substeps = 4;
    World world = hair_world(def);
    StepReport report;
    for (int k = 0; k < 400 && !report.failure; ++k) report = world.step({.h = 1.0 / 90});
    ASSERT_TRUE(report.failure);
    EXPECT_EQ(report.failure->part, "hair");
}

}  // namespace
}  // namespace souple
