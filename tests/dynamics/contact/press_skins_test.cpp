// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests src/souple/dynamics/contact/press_skins.h.
#include "souple/dynamics/contact/press_skins.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "souple/math/rotation.h"

namespace souple {
namespace {

constexpr FieldLaw skin_law{.thickness = 0.5, .range = 0.9, .slope = 4};

/// Frames of 1 kg that each carry a ball of skin, moved straight on between pushes.
struct SkinWorld {
    Model model;
    Frames frames;
    Control control;
    std::vector<FrameSkin> skins;
    SkinScratch scratch;

    void add_ball(const Vec3& x, const Vec3& v, Real spacing) {
        FrameSkin skin;
        skin.frames = {frames.count()};
        skin.primitives = {point_skeleton(Vec3::Zero(), skin_law)};
        skin.seeds = sample_skeletons(skin.primitives, spacing);
        skins.push_back(skin);
        model.frame_inertia.push_back({1, Vec3(0.1, 0.1, 0.1)});
        frames.x.push_back(x);
        frames.v.push_back(v);
        frames.q.push_back(Quat::Identity());
        frames.w.push_back(Vec3::Zero());
    }
    void run(int steps, Real h, const Vec3& gravity = Vec3::Zero()) {
        for (int i = 0; i < steps; ++i) {
            press_skins(skins, model, control, h, frames, scratch);
            for (int f = 0; f < frames.count(); ++f) {
                frames.v[f] += h * gravity;
                frames.x[f] += h * frames.v[f];
                frames.q[f] = advance_mean_velocity(frames.q[f], frames.w[f], frames.w[f], h);
            }
        }
    }
};

Vec3 spin_about_origin(const SkinWorld& balls) {
    const Frames& frames = balls.frames;
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < frames.count(); ++i) sum += frames.x[i].cross(frames.v[i]) + 0.1 * frames.w[i];
    return sum;
}

TEST(PressSkins, F0_28_two_balls_bounce_off_each_other_and_keep_momentum_and_energy) {
    SkinWorld balls;
    balls.add_ball(Vec3(-0.6, 0, 0), Vec3(1, 0, 0), 0.1);
    balls.add_ball(Vec3(0.6, 0, 0), Vec3(-0.5, 0, 0), 0.1);
    balls.run(400, 1e-3);
    const Frames& frames = balls.frames;
    EXPECT_NEAR(frames.v[0].x(), -0.5, 0.02);
    EXPECT_NEAR(frames.v[1].x(), 1, 0.02);
    EXPECT_LT((frames.v[0] + frames.v[1] - Vec3(0.5, 0, 0)).norm(), 1e-12);
}

TEST(PressSkins, what_pressing_takes_from_motion_is_stored_and_given_back) {
    SkinWorld balls;
    balls.add_ball(Vec3(-0.6, 0, 0), Vec3(1, 0, 0), 0.1);
    balls.add_ball(Vec3(0.6, 0, 0), Vec3(-0.5, 0, 0), 0.1);
    const Real start = 0.5 * (1 + 0.25);
    Real most_stored = 0;
    for (int k = 0; k < 400; ++k) {
        balls.run(1, 1e-3);
        Real motion = 0, stored = 0;
        for (const Vec3& v : balls.frames.v) motion += 0.5 * v.squaredNorm();
        for (const PlacedSkin& placed : balls.scratch.placed) stored += placed.stored;
        most_stored = std::max(most_stored, stored);
        EXPECT_NEAR(motion + stored, start, 0.03 * start) << k;
    }
    EXPECT_GT(most_stored, 0.8 * 0.5625);  // [J] of the motion relative to each other
}

TEST(PressSkins, F0_30_a_glancing_blow_with_friction_spins_both_and_keeps_the_moment) {
    SkinWorld balls;
    balls.add_ball(Vec3(-0.6, 0, 0), Vec3(2, 0, 0), 0.1);
    balls.add_ball(Vec3(0.6, 0.6, 0), Vec3::Zero(), 0.1);
    for (FrameSkin& skin : balls.skins) skin.feel = {.friction = 0.5, .damping = 0.05};
    const Vec3 before = spin_about_origin(balls);
    balls.run(600, 1e-3);
    EXPECT_GT(std::abs(balls.frames.w[0].z()), 0.05);
    EXPECT_LT((spin_about_origin(balls) - before).norm(), 2e-3) << "to the order of the step";
}

TEST(PressSkins, F0_27_a_ball_rests_on_the_ground_where_its_skin_carries_its_weight) {
    SkinWorld balls;
    Obstacle ground;
    ground.shape = Plane{};
    balls.model.obstacles.push_back(ground);
    balls.control.obstacles.resize(1);
    balls.add_ball(Vec3(0, 0.5, 0), Vec3::Zero(), 0.06);
    balls.skins[0].pressure = 1000;
    balls.skins[0].feel.damping = 3;
    balls.run(600, 2e-3, Vec3(0, -9.81, 0));
    const Real e = 0.5, weight = 9.81;
    Real high = e, low = 0.3;
    for (int i = 0; i < 60; ++i) {
        const Real c = 0.5 * (low + high);
        const Real push =
            2 * std::numbers::pi * 1000 * 4 * (e * (e * e - c * c) / 2 - (e * e * e - c * c * c) / 3);
        (push > weight ? low : high) = c;
    }
    EXPECT_NEAR(e - balls.frames.x[0].y(), e - low, 0.05 * (e - low));
    EXPECT_NEAR(balls.scratch.deepest_press, e - low, 0.05 * (e - low)) << "its weight presses it in";
    EXPECT_LT(balls.frames.v[0].norm(), 0.01);
    EXPECT_GT(balls.scratch.touch_count, 0);
}

TEST(PressSkins, a_ball_held_in_the_ground_is_pressed_in_as_far_as_it_is_below) {
    SkinWorld balls;
    Obstacle ground;
    ground.shape = Plane{};
    balls.model.obstacles.push_back(ground);
    balls.control.obstacles.resize(1);
    balls.add_ball(Vec3(0.03, 0.5, 0.02), Vec3::Zero(), 0.04);
    for (const Real depth : {0.01, 0.1, 0.3, 0.5}) {
        balls.frames.x[0].y() = 0.5 - depth;
        load_skins(balls.skins, balls.model, balls.control, 1, balls.frames, balls.scratch);
        // the lowest seed is up to half a spacing from the lowest place
        const Real rise = 0.5 * (1 - std::cos(0.04 / 0.5));
        EXPECT_LE(balls.scratch.deepest_press, depth + 1e-12);
        EXPECT_GE(balls.scratch.deepest_press, depth - rise);
        EXPECT_EQ(balls.scratch.placed[0].deepest, balls.scratch.deepest_press);
    }
    balls.frames.x[0].y() = 0.501;
    load_skins(balls.skins, balls.model, balls.control, 1, balls.frames, balls.scratch);
    EXPECT_EQ(balls.scratch.deepest_press, 0);
}

// Where the fields are straight, two skins on one axis share their overlap as the pressure of the other does.
TEST(PressSkins, of_two_balls_that_overlap_each_is_pressed_in_by_its_share) {
    SkinWorld balls;
    balls.add_ball(Vec3(0, 0, 0), Vec3::Zero(), 0.03);
    balls.add_ball(Vec3(0.9, 0, 0), Vec3::Zero(), 0.03);
    const Real overlap = 0.1;
    for (const Real harder : {1.0, 3.0}) {
        balls.skins[1].pressure = harder * balls.skins[0].pressure;
        load_skins(balls.skins, balls.model, balls.control, 1, balls.frames, balls.scratch);
        const Real first = overlap * harder / (1 + harder), second = overlap - first;
        EXPECT_NEAR(balls.scratch.placed[0].deepest, first, 0.02 * overlap) << harder;
        EXPECT_NEAR(balls.scratch.placed[1].deepest, second, 0.02 * overlap) << harder;
        EXPECT_EQ(balls.scratch.deepest_press, balls.scratch.placed[0].deepest);
    }
    balls.model.parts.resize(2);
    balls.skins[0].part = 0;
    balls.skins[1].part = 1;
    balls.model.strangers = {{0, 1}};
    load_skins(balls.skins, balls.model, balls.control, 1, balls.frames, balls.scratch);
    EXPECT_EQ(balls.scratch.deepest_press, 0) << "strangers press nothing";
}

}  // namespace
}  // namespace souple
