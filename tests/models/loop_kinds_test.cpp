// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/models/articulated.h: what holds links besides their joints, and laws of joints.
#include <gtest/gtest.h>

#include <cmath>

#include "souple/core/errors.h"
#include "souple/dynamics/articulated/constraints.h"
#include "souple/models/articulated.h"

namespace souple {
namespace {

constexpr Real gravity = 9.81;

/// A ball of 1 kg that nothing holds but this.
ArticulatedDef ball_on(const LoopDef& loop, const Vec3& place) {
    LimbDef ball;
    ball.name = "ball";
    ball.body.solid.pieces = {{Sphere{0.1}, {}}};
    ball.body.density = 1 / (4.0 / 3 * M_PI * 0.001);
    ball.body.position = place;
    ArticulatedDef def;
    def.part.method = Method::RungeKutta4;
    def.part.touches = Touches::Nothing;
    def.floating = true;
    def.links = {ball};
    def.loops = {loop};
    def.loops[0].b = "ball";
    def.loops[0].at = place;
    return def;
}

World world_with(const ArticulatedDef& def, Real down = gravity) {
    World world;
    world.model.gravity = {0, -down, 0};
    add_articulated(world, def);
    return world;
}

void take_steps(World& world, Real h, int steps) {
    for (int k = 0; k < steps; ++k) ASSERT_FALSE(world.step({.h = h}).failure);
}

Real whole_energy(const World& world) {
    const Part& part = world.model.parts[0];
    return kinetic_energy(world.model, world.state, part) + potential_energy(world.model, world.state, part) +
           elastic_energy(world.model, world.control, world.state, part);
}

LoopDef distance_to(const Vec3& nail) {
    LoopDef loop;
    loop.kind = LoopKind::Distance;
    loop.a_at = nail;
    return loop;
}

TEST(LoopKinds, F3_20_a_ball_held_at_a_distance_swings_as_a_pendulum_does) {
    for (const Formulation formulation : {Formulation::Reduced, Formulation::Maximal}) {
        ArticulatedDef def = ball_on(distance_to({0, 0, 0}), {2, 0, 0});
        def.formulation = formulation;
        World world = world_with(def);
        // from the side: 1.180341 times the period of small swings (003 T1)
        const Real period = 2 * M_PI * std::sqrt(2 / gravity) * 1.1803406;
        take_steps(world, period / 2000, 2000);
        EXPECT_LT((world.state.frames.x[0] - Vec3(2, 0, 0)).norm(), 1e-5);
        EXPECT_LT(loop_residual(world.model.trees[0], world.state.frames), 1e-8);
    }
}

TEST(LoopKinds, F3_1_a_rope_holds_only_at_its_length) {
    LoopDef rope = distance_to({0, 0, 0});
    rope.held = false;
    rope.law.limits = {{0, 1}};
    rope.law.stop_stiffness = 1000;
    rope.law.stop_damping = 20;
    World world = world_with(ball_on(rope, {0, -0.5, 0}));
    take_steps(world, 1e-3, 200);  // it falls freely, 0.196 m
    EXPECT_NEAR(world.state.frames.x[0].y(), -0.5 - 0.5 * gravity * 0.04, 1e-9);
    take_steps(world, 1e-3, 4000);
    EXPECT_NEAR(world.state.frames.x[0].y(), -1 - gravity / 1000, 1e-5);
}

TEST(LoopKinds, F3_5_a_penalty_gives_way_by_load_over_stiffness_and_two_by_half) {
    // 003 T20
    LoopDef spring = distance_to({0, 0, 0});
    spring.held = false;
    spring.law.rest = 1;
    const auto sag = [&](Real stiffness, int copies) {
        spring.law.stiffness = stiffness;
        spring.law.damping = 2 * std::sqrt(stiffness);
        ArticulatedDef def = ball_on(spring, {0, -1, 0});
        def.loops.resize(copies, def.loops[0]);
        World world = world_with(def);
        take_steps(world, 1e-3, 4000);
        return -1 - world.state.frames.x[0].y();
    };
    for (const Real stiffness : {100.0, 1000.0})
        EXPECT_NEAR(sag(stiffness, 1), gravity / stiffness, 1e-9) << stiffness;
    EXPECT_NEAR(sag(100, 2), gravity / 200, 1e-9);
}

TEST(LoopKinds, a_winch_pulls_in_at_its_speed_and_no_harder_than_it_can) {
    LoopDef winch = distance_to({0, 0, 0});
    winch.held = false;
    winch.law.motor_speed = -0.5;
    winch.law.motor_gain = 1e3;
    World world = world_with(ball_on(winch, {0, -2, 0}), 0);
    take_steps(world, 1e-3, 1000);
    EXPECT_NEAR(world.state.frames.v[0].y(), 0.5, 1e-6);
    EXPECT_NEAR(world.state.frames.x[0].y(), -1.5, 1e-3);
    winch.law.motor_most = 2;
    world = world_with(ball_on(winch, {0, -2, 0}), 0);
    take_steps(world, 1e-3, 100);
    EXPECT_NEAR(world.state.frames.v[0].y(), 0.2, 1e-6) << "2 N on 1 kg for 0.1 s";
}

TEST(LoopKinds, F3_20_a_ball_slides_down_a_straight_wire_with_its_share_of_gravity) {
    LoopDef wire;
    wire.kind = LoopKind::Curve;
    wire.points = {{0, 0, 0}, {3, -4, 0}, {6, -8, 0}};
    for (const Formulation formulation : {Formulation::Reduced, Formulation::Maximal}) {
        ArticulatedDef def = ball_on(wire, {0, 0, 0});
        def.formulation = formulation;
        World world = world_with(def);
        take_steps(world, 1e-3, 1000);
        const Real gone = 0.5 * gravity * 0.8;
        EXPECT_LT((world.state.frames.x[0] - gone * Vec3(0.6, -0.8, 0)).norm(), 1e-9);
    }
}

/// From the lowest place to the rim: released anywhere, a ball comes down in the same time.
std::vector<Vec3> cycloid(Real radius) {
    std::vector<Vec3> points;
    for (int k = -60; k <= 60; ++k) {
        const Real angle = M_PI * k / 60;
        points.push_back({radius * (angle + std::sin(angle)), radius * (1 - std::cos(angle)), 0});
    }
    return points;
}

TEST(LoopKinds, F3_20_on_a_cycloid_every_swing_takes_the_same_time) {
    LoopDef wire;
    wire.kind = LoopKind::Curve;
    wire.points = cycloid(0.5);
    for (const Real angle : {0.6, 2.0}) {
        const Vec3 start(0.5 * (angle + std::sin(angle)), 0.5 * (1 - std::cos(angle)), 0);
        World world = world_with(ball_on(wire, start));
        const Real before = whole_energy(world), period = 4 * M_PI * std::sqrt(0.5 / gravity);
        take_steps(world, period / 800, 800);
        EXPECT_LT((world.state.frames.x[0] - start).norm(), 1e-3);
        EXPECT_NEAR(whole_energy(world), before, 1e-6);
        EXPECT_LT(loop_residual(world.model.trees[0], world.state.frames), 1e-7);
    }
}

TEST(LoopKinds, a_spring_acts_along_a_wire) {
    LoopDef wire;
    wire.kind = LoopKind::Curve;
    wire.points = {{0, 0, 0}, {0, -5, 0}};
    wire.law.stiffness = 20;
    wire.law.rest = 1;
    ArticulatedDef def = ball_on(wire, {0, -1, 0});
    World world = world_with(def);
    const Real period = 2 * M_PI * std::sqrt(1.0 / 20), before = whole_energy(world);
    take_steps(world, period / 400, 200);
    EXPECT_NEAR(world.state.frames.x[0].y(), -1 - 2 * gravity / 20, 1e-6) << "half a swing";
    EXPECT_NEAR(whole_energy(world), before, 1e-7);
}

TEST(LoopKinds, limits_and_a_motor_act_along_a_wire) {
    LoopDef wire;
    wire.kind = LoopKind::Curve;
    wire.points = {{0, 0, 0}, {0, -5, 0}};
    wire.law.limits = {{0, 2}};
    wire.law.stop_stiffness = 1000;
    wire.law.stop_damping = 20;
    World world = world_with(ball_on(wire, {0, -1, 0}));
    take_steps(world, 1e-3, 400);  // it falls freely, 0.785 m
    EXPECT_NEAR(world.state.frames.x[0].y(), -1 - 0.5 * gravity * 0.16, 1e-9);
    take_steps(world, 1e-3, 4000);
    EXPECT_NEAR(world.state.frames.x[0].y(), -2 - gravity / 1000, 1e-5) << "it hangs in the stop";
    wire.law.limits.reset();
    wire.law.motor_speed = 0.5;
    wire.law.motor_gain = 100;
    world = world_with(ball_on(wire, {0, -1, 0}));
    take_steps(world, 1e-3, 1000);
    EXPECT_NEAR(world.state.frames.v[0].y(), -0.5 - gravity / 100, 1e-6)
        << "it gives way by weight over gain";
}

TEST(LoopKinds, F3_20_a_ball_goes_round_in_a_bowl_at_its_height) {
    LoopDef bowl;
    bowl.kind = LoopKind::Surface;
    bowl.surface = "y - x^2 - z^2";
    for (const Formulation formulation : {Formulation::Reduced, Formulation::Maximal}) {
        ArticulatedDef def = ball_on(bowl, {0.5, 0.25, 0});
        const Real rate = std::sqrt(2 * gravity);
        def.links[0].body.velocity = {0, 0, 0.5 * rate};
        def.formulation = formulation;
        World world = world_with(def);
        take_steps(world, 2 * M_PI / rate / 1000, 1250);
        EXPECT_LT((world.state.frames.x[0] - Vec3(0, 0.25, 0.5)).norm(), 1e-6) << "a round and a quarter";
    }
}

TEST(LoopKinds, F3_25_a_weld_lets_two_chains_hang_as_one_beam) {
    // two rods on hinges from two nails, welded where they meet: nothing can move
    ArticulatedDef def;
    def.part.method = Method::RungeKutta4;
    def.part.touches = Touches::Nothing;
    for (const Real side : {-1.0, 1.0}) {
        LimbDef rod;
        rod.name = side < 0 ? "left" : "right";
        rod.body.solid.pieces = {{Box{{0.5, 0.02, 0.02}}, {}}};
        rod.body.position = {0.5 * side, 0, 0};
        rod.joint.kind = JointKind::Hinge;
        rod.joint.at = {side, 0, 0};
        def.links.push_back(rod);
    }
    LoopDef weld;
    weld.kind = LoopKind::Weld;
    weld.a = "left";
    weld.b = "right";
    def.loops = {weld};
    World world = world_with(def);
    take_steps(world, 1e-3, 500);
    for (int k = 0; k < 2; ++k) EXPECT_NEAR(world.state.trees[0].joints[k].q[0], 0, 1e-9);
    def.loops.clear();
    world = world_with(def);
    take_steps(world, 1e-3, 500);
    EXPECT_GT(std::abs(world.state.trees[0].joints[0].q[0]), 0.5) << "without it they fall";
}

ArticulatedDef arm_on(JointKind kind) {
    LimbDef arm;
    arm.name = "arm";
    arm.body.solid.pieces = {{Box{{0.05, 0.2, 0.05}}, {}}};
    arm.joint.kind = kind;
    ArticulatedDef def;
    def.part.touches = Touches::Nothing;
    def.part.method = Method::SemiImplicitEuler;
    def.links = {arm};
    return def;
}

TEST(LoopKinds, a_motor_turns_a_ball_joint_about_its_axis) {
    ArticulatedDef def = arm_on(JointKind::Ball);
    def.links[0].joint.axis = {0, 2, 0};
    def.links[0].joint.motor_speed = 3;
    def.links[0].joint.motor_gain = 50;
    World world = world_with(def, 0);
    take_steps(world, 1e-3, 1000);
    EXPECT_LT((world.state.frames.w[0] - Vec3(0, 3, 0)).norm(), 1e-6);
    def.links[0].joint.motor_most = 1e-3;
    world = world_with(def, 0);
    take_steps(world, 1e-3, 100);
    const Real inertia = 1000 * 0.1 * 0.4 * 0.1 * (0.01 + 0.01) / 12;
    EXPECT_NEAR(world.state.frames.w[0].y(), 1e-3 * 0.1 / inertia, 1e-6) << "it has no more strength";
}

TEST(LoopKinds, a_universal_joint_has_limits_on_each_axis) {
    ArticulatedDef def = arm_on(JointKind::Universal);
    JointDef& joint = def.links[0].joint;
    joint.speed = {3, 3, 0};
    joint.damping = 0.01;
    joint.limits = {{-10, 10}};
    joint.second_limits = {{-40, 40}};
    joint.stop_stiffness = 1e4;
    joint.stop_damping = 300;
    World world = world_with(def, 0);
    Real first = 0, second = 0;
    for (int k = 0; k < 500; ++k) {
        take_steps(world, 1e-3, 1);
        first = std::max(first, world.state.trees[0].joints[0].q[0]);
        second = std::max(second, world.state.trees[0].joints[0].q[1]);
    }
    EXPECT_NEAR(first, 10 * M_PI / 180, 0.03);
    EXPECT_NEAR(second, 40 * M_PI / 180, 0.03);
}

std::string complaint_of(const LoopDef& loop) {
    try {
        world_with(ball_on(loop, Vec3::Zero()));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(LoopKinds, what_a_loop_cannot_have_is_refused) {
    LoopDef loop;
    EXPECT_EQ(complaint_of(loop), "");
    loop.law.stiffness = 1;
    EXPECT_NE(complaint_of(loop).find("a curve may"), std::string::npos);
    loop = {};
    loop.kind = LoopKind::Curve;
    EXPECT_NE(complaint_of(loop).find("needs the points"), std::string::npos);
    loop = {};
    loop.kind = LoopKind::Surface;
    loop.surface = "x +";
    EXPECT_NE(complaint_of(loop), "");
    loop.surface.clear();
    EXPECT_NE(complaint_of(loop).find("needs the formula"), std::string::npos);
    loop = {};
    loop.length = 1;
    EXPECT_NE(complaint_of(loop).find("belong to a distance"), std::string::npos);
}

}  // namespace
}  // namespace souple
