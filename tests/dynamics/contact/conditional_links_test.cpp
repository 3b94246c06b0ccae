// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests dynamics/contact/solve_links.cpp: links that take hold and let go.
#include <gtest/gtest.h>

#include "souple/dynamics/contact/solve_links.h"
#include "souple/models/articulated.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

/// Two balls of 1 kg that pass through each other; the second one moves.
World two_balls(const Vec3& place, const Vec3& velocity) {
    const Real density = 1 / (4.0 / 3 * M_PI * 0.001);
    BodyDef still = body_of(Sphere{0.1}, Vec3::Zero()), moving = body_of(Sphere{0.1}, place);
    still.density = moving.density = density;
    moving.velocity = velocity;
    World world;
    world.model.gravity.setZero();
    RigidDef def = rigid_of({still, moving});
    def.part.touches = Touches::Nothing;
    def.part.self_contact = false;
    add_rigid(world, def);
    return world;
}

Link centre_to_centre() { return {.a = {.frame = 0}, .b = {.frame = 1}}; }

Real distance_in(const World& world) { return (world.state.frames.x[1] - world.state.frames.x[0]).norm(); }

Real energy_of_balls(const World& world) {
    return kinetic_energy(world.model, world.state, world.model.parts[0]);
}

TEST(ConditionalLinks, F3_72_masses_push_each_other_off_only_while_they_are_near) {
    World world = two_balls({2, 0, 0}, {-1, 0, 0}), alone = two_balls({2, 0, 0}, {-1, 0, 0});
    Link link = centre_to_centre();
    link.stiffness = 100;
    link.rest_length = 1;
    link.when = {.catches_within = 1, .lets_go_beyond = 1};
    world.model.links = {link};
    Real nearest = 10;
    for (int k = 0; k < 4000; ++k) {
        ASSERT_FALSE(world.step({.h = 1e-3}).failure);
        if (k < 900) {
            ASSERT_FALSE(alone.step({.h = 1e-3}).failure);
            ASSERT_EQ(world.state.frames.x[1], alone.state.frames.x[1]) << "far away it does nothing at all";
        }
        nearest = std::min(nearest, distance_in(world));
    }
    // half of the energy is in the relative motion: mu v^2 / 2 = k d^2 / 2 with mu = 1/2 kg
    EXPECT_NEAR(nearest, 1 - std::sqrt(0.5 / 100), 2e-3);
    // equal masses exchange their velocities
    EXPECT_NEAR(world.state.frames.v[0].x(), -1, 0.02);
    EXPECT_NEAR(world.state.frames.v[1].x(), 0, 0.02);
    EXPECT_LE(energy_of_balls(world), 0.5 + 1e-12);
    EXPECT_NEAR(world.state.frames.v[0].x() + world.state.frames.v[1].x(), -1, 1e-12);
}

TEST(ConditionalLinks, F3_73_a_spot_that_comes_near_another_is_caught_and_goes_with_it) {
    World world = two_balls({1, 0.02, 0}, {-1, 0, 0});
    Link link = centre_to_centre();
    link.when.catches_within = 0.05;
    world.model.links = {link};
    for (int k = 0; k < 900; ++k) ASSERT_FALSE(world.step({.h = 1e-3}).failure);
    EXPECT_EQ(world.state.links[0], LinkGrip::Free);
    EXPECT_DOUBLE_EQ(world.state.frames.v[1].x(), -1);
    for (int k = 0; k < 500; ++k) ASSERT_FALSE(world.step({.h = 1e-3}).failure);
    EXPECT_EQ(world.state.links[0], LinkGrip::Holds);
    EXPECT_LT(distance_in(world), 1e-9);
    EXPECT_NEAR(world.state.frames.v[0].x(), -0.5, 1e-9) << "they share the momentum";
}

TEST(ConditionalLinks, F3_72_a_thread_tears_at_its_strength_and_stays_torn) {
    for (const Real strength : {5.0, 15.0}) {
        World world;
        world.model.gravity = {0, -9.81, 0};
        ParticlesDef def;
        def.points = {{.position = {0, 0, 0}, .pinned = true}, {.position = {0, -1, 0}, .mass = 1}};
        def.part.touches = Touches::Nothing;
        add_particles(world, def);
        Link link{.a = {.nodes = {0, -1, -1}, .weights = Vec3::UnitX()},
                  .b = {.nodes = {1, -1, -1}, .weights = Vec3::UnitX()}};
        link.rest_length = 1;
        link.when.strength = strength;
        world.model.links = {link};
        for (int k = 0; k < 300; ++k) ASSERT_FALSE(world.step({.h = 1e-3}).failure);
        if (strength > 9.81) {
            EXPECT_NEAR(world.state.x[1].y(), -1, 1e-9) << "a weight of 9.81 N hangs";
            EXPECT_EQ(world.state.links[0], LinkGrip::Holds);
        } else {
            EXPECT_NEAR(world.state.x[1].y(), -1 - 0.5 * 9.81 * 0.09, 0.01) << "or falls";
            EXPECT_EQ(world.state.links[0], LinkGrip::Broken);
        }
    }
}

TEST(ConditionalLinks, what_has_let_go_catches_again_only_after_it_has_been_away) {
    World world = two_balls({0.3, 0, 0}, {-1, 0, 0});
    Link link = centre_to_centre();
    link.when = {.catches_within = 0.1, .lets_go_beyond = 0.2, .strength = 100};
    world.model.links = {link};
    for (int k = 0; k < 260; ++k) ASSERT_FALSE(world.step({.h = 1e-3}).failure);
    EXPECT_EQ(world.state.links[0], LinkGrip::Loose) << "the jerk of 500 N was too much";
    EXPECT_DOUBLE_EQ(world.state.frames.v[0].x() + world.state.frames.v[1].x(), -1);
    EXPECT_NEAR(world.state.frames.v[0].x(), -0.1, 1e-12) << "it passed on 100 N for 1 ms";
    world.state.frames.v[1] = world.state.frames.v[0];
    world.state.frames.x[1].x() = world.state.frames.x[0].x() + 0.15;
    ASSERT_FALSE(world.step({.h = 1e-3}).failure);
    EXPECT_EQ(world.state.links[0], LinkGrip::Free);
    world.state.frames.x[1] = world.state.frames.x[0];
    ASSERT_FALSE(world.step({.h = 1e-3}).failure);
    EXPECT_EQ(world.state.links[0], LinkGrip::Holds);
}

/// Balls of 1 kg in a row along x, 0.5 m from each other, the last of which flies at the one before it.
World struck_row(int count, Real speed) {
    std::vector<BodyDef> balls;
    for (int k = 0; k < count; ++k) {
        BodyDef ball = body_of(Sphere{0.1}, Vec3(0.5 * k, 0, 0), {1, 0});
        ball.density = 1 / (4.0 / 3 * M_PI * 0.001);
        balls.push_back(ball);
    }
    balls.back().velocity = {-speed, 0, 0};
    World world;
    world.model.gravity.setZero();
    add_rigid(world, rigid_of(balls));
    return world;
}

Link rod_between(int a, int b, Real strength) {
    Link link{.a = {.frame = a}, .b = {.frame = b}};
    link.rest_length = 0.5 * std::abs(b - a);
    link.when.strength = strength;
    return link;
}

TEST(ConditionalLinks, F3_72_a_rod_torn_by_a_strike_passes_on_its_strength_and_no_more) {
    // the ball gives all its 4 m/s to the next; to take the third along the rod would need 2 N s in 1 ms
    for (const Real strength : {200.0, 3000.0}) {
        World world = struck_row(3, 4);
        world.model.links = {rod_between(0, 1, strength)};
        for (int k = 0; k < 120; ++k) {
            ASSERT_FALSE(world.step({.h = 1e-3}).failure);
            ASSERT_LE(energy_of_balls(world), 8 * (1 + 1e-12));
        }
        const bool holds = strength > 2000;
        EXPECT_EQ(world.state.links[0], holds ? LinkGrip::Holds : LinkGrip::Broken);
        EXPECT_NEAR(world.state.frames.v[0].x(), holds ? -2 : -strength * 1e-3, 1e-9);
        EXPECT_NEAR(world.state.frames.v[1].x(), holds ? -2 : -4 + strength * 1e-3, 1e-9);
        EXPECT_NEAR(world.state.frames.v[2].x(), 0, 1e-9);
    }
}

TEST(ConditionalLinks, F3_72_in_a_strike_the_weak_rod_tears_and_the_strong_one_holds) {
    for (const int weak : {0, 1}) {
        World world = struck_row(4, 3);
        world.model.links = {rod_between(0, 1, weak == 0 ? 100 : 1e5),
                             rod_between(1, 2, weak == 1 ? 100 : 1e5)};
        for (int k = 0; k < 140; ++k) ASSERT_FALSE(world.step({.h = 1e-3}).failure);
        EXPECT_EQ(world.state.links[weak], LinkGrip::Broken);
        EXPECT_EQ(world.state.links[1 - weak], LinkGrip::Holds);
        // 0.1 N s go through the weak one; what is on one side of it shares the rest
        const Real far = weak == 0 ? 0.1 : 0.05, near = weak == 0 ? 1.45 : 2.9;
        EXPECT_NEAR(world.state.frames.v[0].x(), -far, 1e-9);
        EXPECT_NEAR(world.state.frames.v[1].x(), weak == 0 ? -near : -far, 1e-9);
        EXPECT_NEAR(world.state.frames.v[2].x(), -near, 1e-9);
    }
}

TEST(ConditionalLinks, F3_72_two_equal_threads_tear_together) {
    World world = struck_row(3, 4);
    world.model.links = {rod_between(0, 1, 300), rod_between(0, 1, 300)};
    for (int k = 0; k < 120; ++k) ASSERT_FALSE(world.step({.h = 1e-3}).failure);
    EXPECT_EQ(world.state.links[0], LinkGrip::Broken);
    EXPECT_EQ(world.state.links[1], LinkGrip::Broken);
    EXPECT_NEAR(world.state.frames.v[0].x(), -0.6, 1e-9) << "each passed on 0.3 N s";
}

TEST(ConditionalLinks, a_rod_between_two_bodies_keeps_their_distance_and_all_momentum) {
    World world = two_balls({1, 0, 0}, {0, 2, 0});
    Link link = centre_to_centre();
    link.rest_length = 1;
    link.a.local = {0, 0.05, 0};
    world.model.links = {link};
    const auto turning = [&] { return angular_momentum(world.model, world.state, world.model.parts[0]); };
    const Vec3 before = turning();
    for (int k = 0; k < 1000; ++k) ASSERT_FALSE(world.step({.h = 1e-3}).failure);
    const Vec3 gap = position_of(world.state, link.a) - position_of(world.state, link.b);
    EXPECT_NEAR(gap.norm(), 1, 1e-6);
    EXPECT_LT((turning() - before).norm(), 1e-11);
    EXPECT_LT((world.state.frames.v[0] + world.state.frames.v[1] - Vec3(0, 2, 0)).norm(), 1e-12);
    EXPECT_GT(world.state.frames.x[0].y(), 0.5) << "the one that stood still was taken along";
}

TEST(ConditionalLinks, a_hand_of_a_tree_catches_a_ball_and_swings_on_with_it) {
    World world = two_balls({0, 0, 5}, Vec3::Zero());
    ArticulatedDef arm;
    LimbDef limb;
    limb.name = "arm";
    limb.body.solid.pieces = {{Box{{0.5, 0.05, 0.05}}, {}}};
    limb.body.density = 300;  // 3 kg
    limb.body.position = {-0.5, 0, 0};
    limb.joint.kind = JointKind::Hinge;
    limb.joint.at = {-1, 0, 0};
    arm.part.touches = Touches::Nothing;
    arm.links = {limb};
    add_articulated(world, arm);
    Link link{.a = {.frame = 0}, .b = {.frame = 2, .local = Vec3::Zero()}};
    link.b.local = world.state.frames.q[2].conjugate() * Vec3(0.5, 0, 0);
    link.when.catches_within = 0.05;
    world.model.links = {link};
    world.state.frames.x[0] = {0, 0.3, 0};
    world.state.frames.v[0] = {0, -2, 0};
    for (int k = 0; k < 250; ++k) ASSERT_FALSE(world.step({.h = 1e-3}).failure);
    EXPECT_EQ(world.state.links[0], LinkGrip::Holds);
    // about the hinge: m v = (m + M / 3) w, a little less for the thickness of the arm
    EXPECT_NEAR(world.state.trees[0].joints[0].qd[0], -1, 0.02);
}

}  // namespace
}  // namespace souple
