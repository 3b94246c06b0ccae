// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/bounce.h: impacts of bodies in a world.
#include "souple/dynamics/contact/bounce.h"

#include <gtest/gtest.h>

#include "support/rigid_world.h"

namespace souple {
namespace {

Real mass_of_body(const World& world, int frame) { return world.model.frame_inertia[frame].mass; }

/// Two spheres that meet along x.
World two_spheres(Real e, Real v1, Real v2) {
    BodyDef left = body_of(Sphere{0.3}, {-1, 0, 0}, {e, 0.5});
    BodyDef right = body_of(Sphere{0.5}, {1, 0, 0}, {0, 0.5});
    left.velocity = {v1, 0, 0};
    right.velocity = {v2, 0, 0};
    left.density = 3000;
    return rigid_world({left, right});
}

/// A solid ball of radius 0.3 m just above a floor.
World ball_above_floor(Real e, Real friction, const Vec3& v, const Vec3& w) {
    BodyDef ball = body_of(Sphere{0.3}, {0, 0.35, 0}, {0, friction});
    ball.velocity = v;
    ball.spin = w;
    World world = rigid_world({ball});
    add_floor(world, {e, friction});
    return world;
}

/// A method that falls exactly, or the one that rests exactly.
World dropped_ball(Real e, Real height, Method method = Method::VelocityVerlet) {
    World world;
    RigidDef def = rigid_of({body_of(Sphere{0.1}, {0, 0.1 + height, 0}, {e, 0.5})});
    def.part.method = method;
    add_rigid(world, def);
    world.model.contact.bounce_speed = 1e-3;
    add_floor(world);
    return world;
}

}  // namespace

TEST(Bounce, F3_9_F3_62_T6_spheres_part_as_masses_and_restitution_say) {
    for (const Real e : {0.0, 0.4, 1.0})
        for (const Real sign : {1.0, -1.0}) {
            const Real v1 = sign > 0 ? 2 : 1, v2 = sign > 0 ? -0.5 : -3;
            World world = two_spheres(e, v1, v2);
            const Real m1 = mass_of_body(world, 0), m2 = mass_of_body(world, 1);
            run(world, 90);
            const auto& v = world.state.frames.v;
            EXPECT_NEAR(v[0].x(), ((m1 - e * m2) * v1 + (1 + e) * m2 * v2) / (m1 + m2), 1e-9) << e;
            EXPECT_NEAR(v[1].x(), ((m2 - e * m1) * v2 + (1 + e) * m1 * v1) / (m1 + m2), 1e-9) << e;
            EXPECT_LT(world.state.frames.w[0].norm() + world.state.frames.w[1].norm(), 1e-9);
        }
}

TEST(Bounce, F3_66_T6_an_impact_inside_a_step_happens_at_its_time) {
    // a step of 1/60 s holds the touch and the way back: places agree with the exact way to rounding
    World world = two_spheres(1, 2, -0.5);
    const Real m1 = mass_of_body(world, 0), m2 = mass_of_body(world, 1);
    const Real touch = 1.2 / 2.5, end = 0.6;
    run(world, 36);
    const Real v1 = ((m1 - m2) * 2 + 2 * m2 * -0.5) / (m1 + m2);
    EXPECT_NEAR(world.state.frames.x[0].x(), -1 + 2 * touch + v1 * (end - touch), 1e-9);
}

TEST(Bounce, F3_62_T6_a_bouncing_ball_rises_to_h_e_to_the_power_2n) {
    const Real e = 0.8, height = 1, h = 1.0 / 960;
    World world = dropped_ball(e, height);
    std::vector<Real> peaks;
    Real before = world.state.frames.v[0].y();
    for (int k = 0; k < 2400 && peaks.size() < 4; ++k) {
        world.step({.h = h});
        const Real now = world.state.frames.v[0].y();
        const Real peak = world.state.frames.x[0].y() - 0.1 + now * now / (2 * g);
        if (before > 0 && now <= 0) peaks.push_back(peak);
        before = now;
    }
    ASSERT_EQ(peaks.size(), 4u);
    for (int n = 1; n <= 4; ++n)
        EXPECT_NEAR(peaks[n - 1] / (height * std::pow(e, 2 * n)), 1, 2e-3) << "bounce " << n;
}

TEST(Bounce, F3_62_T6_a_bouncing_ball_rests_after_a_finite_time) {
    const Real e = 0.5, height = 0.5;
    World world = dropped_ball(e, height, Method::SemiImplicitEuler);
    Real last = 0;
    for (int k = 0; k < 5760; ++k) {
        world.step({.h = 1.0 / 3840});
        if (world.state.frames.v[0].norm() > 0.005) last = world.state.time;
    }
    const Real total = std::sqrt(2 * height / g) * (1 + e) / (1 - e);
    EXPECT_NEAR(last, total,
                0.01);  // slower bounces take 2 * 0.005 / g / (1 - e), and each is early by steps
    EXPECT_LT(world.state.frames.v[0].norm(), 1e-9);
    EXPECT_NEAR(world.state.frames.x[0].y(), 0.1, 1e-4);
}

TEST(Bounce, F3_62_T7_a_sphere_that_touches_slowly_ends_rolling) {
    for (const Real e : {0.0, 0.5})
        for (const Real sign : {1.0, -1.0}) {
            const Real vx = sign, wz = 1.5 * sign, r = 0.3;  // contact speed v_x + r w_z
            World world = ball_above_floor(e, 0.3, {vx, -2, 0}, {0, 0, wz});
            ASSERT_LE(std::abs(vx + r * wz), 3.5 * 0.3 * (1 + e) * 2);
            run(world, 10);
            const Vec3 v = world.state.frames.v[0], w = world.state.frames.w[0];
            EXPECT_NEAR(v.x(), (5 * vx - 2 * r * wz) / 7, 1e-9);
            EXPECT_NEAR(v.x() + r * w.z(), 0, 1e-9);
            EXPECT_NEAR(v.y(), e * 2, 1e-9);
        }
}

TEST(Bounce, F3_62_T7_a_sphere_that_touches_fast_goes_on_sliding) {
    for (const Real e : {0.0, 0.5})
        for (const Real sign : {1.0, -1.0}) {
            World world = ball_above_floor(e, 0.3, {0, -2, sign * 9}, Vec3::Zero());
            ASSERT_GT(9, 3.5 * 0.3 * (1 + e) * 2);
            run(world, 3);  // touches in the second step, and e = 0 would slide on
            const Vec3 v = world.state.frames.v[0], w = world.state.frames.w[0];
            const Real lost = 0.3 * (1 + e) * 2;
            EXPECT_NEAR(v.z(), sign * (9 - lost), 1e-9) << e;
            EXPECT_NEAR(w.x(), sign * 2.5 * lost / 0.3, 1e-8) << e;
            EXPECT_NEAR(v.y(), e * 2, 1e-9);
        }
}

TEST(Bounce, F3_9_T8_a_rod_that_falls_flat_on_one_end_turns_away) {
    const Real v = 1, length = 1, thin = 1e-3;
    for (const Real e : {0.0, 0.5, 1.0}) {
        BodyDef rod = body_of(Box{{length / 2, thin / 2, thin / 2}}, {0, 0.01, 0}, {e, 0.0});
        rod.velocity = {0, -v, 0};
        World world = rigid_world({rod});
        add_fixed(world, Sphere{0.05}, {{length / 2 - 1e-6, -0.05, 0}, Quat::Identity()}, {});
        run(world, 12, 1.0 / 960);
        const Real p = mass_of_body(world, 0) * (world.state.frames.v[0].y() + v);
        EXPECT_NEAR(p / (mass_of_body(world, 0) * v), (1 + e) / 4, 1e-4) << e;
        EXPECT_NEAR(world.state.frames.w[0].z(), 1.5 * (1 + e) * v / length, 1e-3) << e;
        const Real kept = kinetic_energy(world) / (mass_of_body(world, 0) * v * v / 2);
        EXPECT_NEAR(kept, 1 - (1 - e * e) / 4, 1e-5) << e;
    }
}

TEST(Bounce, F3_66_T12_a_dropped_sphere_touches_when_it_should) {
    const Real height = 1, exact = std::sqrt(2 * height / g);
    std::vector<Real> errors;
    for (const int rate : {60, 240, 960}) {
        World world = dropped_ball(1, height);
        while (world.state.time < 1.2 * exact) world.step({.h = 1.0 / rate});
        // after a perfect bounce v = g t_i - g (t - t_i)
        const Real touch = (world.state.frames.v[0].y() / g + world.state.time) / 2;
        errors.push_back(std::abs(touch - exact));
    }
    EXPECT_LT(errors[0], 1e-3);
    EXPECT_LT(errors[2], 1e-5);
}

TEST(Bounce, F3_62_newtons_rule_may_gain_energy_in_a_world_and_the_energetic_one_never) {
    Real newton_gain = 0, energetic_gain = 0;
    for (const ImpactRule rule : {ImpactRule::Newton, ImpactRule::Energetic})
        for (int tilt = 20; tilt <= 70; tilt += 10)
            for (const Real sliding : {-1.0, -0.6, -0.3, 0.3, 0.6, 1.0})
                for (const Real friction : {0.3, 0.5, 0.8}) {
                    BodyDef rod = body_of(Capsule{0.01, 0.5}, {0, 0, 0}, {0.9, friction});
                    rod.rotation = {0, 0, Real(tilt - 90)};
                    rod.position.y() = 0.5 * std::sin(tilt * degree) + 0.012;
                    rod.velocity = {sliding, -1, 0};
                    World world = rigid_world({rod});
                    add_floor(world, {0.9, friction});
                    world.model.contact.impact_rule = rule;
                    const Real before = kinetic_energy(world);
                    world.step({.h = 1.0 / 240});
                    ASSERT_NE(world.state.frames.w[0].z(), 0);
                    const Real gain = kinetic_energy(world) / before - 1;
                    Real& largest = rule == ImpactRule::Newton ? newton_gain : energetic_gain;
                    largest = std::max(largest, gain);
                }
    EXPECT_GT(newton_gain, 0.01);
    EXPECT_LT(energetic_gain, 1e-12);
}

TEST(Bounce, slow_impacts_do_not_bounce) {
    World world = ball_above_floor(1, 0, {0, -0.04, 0}, Vec3::Zero());
    run(world, 120);
    EXPECT_NEAR(world.state.frames.v[0].y(), 0, 1e-12);
    World faster = ball_above_floor(1, 0, {0, -0.06, 0}, Vec3::Zero());
    run(faster, 120);
    EXPECT_NEAR(faster.state.frames.v[0].y(), 0.06, 1e-12);
}

TEST(Bounce, F3_63_the_last_ball_of_a_row_takes_the_speed_of_the_first) {
    std::vector<BodyDef> row;
    for (int k = 0; k < 5; ++k)
        row.push_back(body_of(Sphere{0.1}, {0.2 * k + (k > 0 ? 0.1 : 0), 0, 0}, {1, 0}));
    row[0].velocity = {1, 0, 0};
    World world = rigid_world(row);
    run(world, 60);
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(world.state.frames.v[k].x(), 0, 1e-9) << k;
    EXPECT_NEAR(world.state.frames.v[4].x(), 1, 1e-9);
}

}  // namespace souple
