// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/models/behaviours.h
#include "souple/models/behaviours.h"

#include <gtest/gtest.h>

#include <cmath>

#include "souple/core/errors.h"
#include "souple/math/degrees.h"
#include "souple/models/articulated.h"

namespace souple {
namespace {

/// [kg m^2] of the rod about its end.
constexpr Real rod_inertia = 1.6 * (1.0 / 3 + 0.04 * 0.04 / 12);

/// A rod of 1.6 kg and 1 m that hangs on one joint, without gravity.
ArticulatedDef one_rod(JointKind kind, const BehaviourDef& behaviour, const Vec3& start) {
    LimbDef limb;
    limb.name = "rod";
    limb.body.solid.pieces = {{Box{{0.02, 0.5, 0.02}}, {}}};
    limb.body.density = 1000;
    limb.body.position = {0, -0.5, 0};
    limb.joint.kind = kind;
    limb.joint.start = start;
    ArticulatedDef def;
    def.part.method = Method::RungeKutta4;
    def.links = {limb};
    def.behaviours = {behaviour};
    return def;
}

World run_rod(const ArticulatedDef& def, Real duration) {
    World world;
    world.model.gravity.setZero();
    add_articulated(world, def);
    for (int k = 0; k < 1000; ++k) EXPECT_FALSE(world.step({.h = duration / 1000}).failure);
    return world;
}

Real angle_of(const World& world) { return world.state.trees[0].joints[0].q[0]; }

std::string error_of(JointKind kind, const BehaviourDef& behaviour) {
    try {
        World world;
        add_articulated(world, one_rod(kind, behaviour, Vec3::Zero()));
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

}  // namespace

TEST(Behaviours, F3_22_a_spring_brings_a_hinge_to_its_goal_critically_damped) {
    const Real rate = 5;
    const BehaviourDef spring{
        .link = "rod", .goal = 30, .stiffness = rod_inertia * rate * rate, .damping = 2 * rod_inertia * rate};
    const World world = run_rod(one_rod(JointKind::Hinge, spring, Vec3::Zero()), 0.4);
    const Real left = (1 + rate * 0.4) * std::exp(-rate * 0.4);
    EXPECT_NEAR(angle_of(world), 30 * radians_per_degree * (1 - left), 1e-7);
}

TEST(Behaviours, F3_22_following_leaves_of_an_error_what_critical_damping_leaves_whatever_the_inertia) {
    for (const Real density : {100.0, 5000.0}) {
        ArticulatedDef def =
            one_rod(JointKind::Hinge,
                    {.link = "rod", .kind = BehaviourKind::Follow, .goal = -40, .time = 0.1}, {20, 0, 0});
        def.links[0].body.density = density;
        const World world = run_rod(def, 0.3);
        const Real left = 4 * std::exp(-3.0);
        EXPECT_NEAR(angle_of(world), radians_per_degree * (-40 + 60 * left), 1e-6);
    }
}

TEST(Behaviours, F3_22_a_ball_keeps_its_posture) {
    const Vec3 posture(20, 50, -30);
    for (const BehaviourKind kind : {BehaviourKind::Spring, BehaviourKind::Follow}) {
        ArticulatedDef def = one_rod(
            JointKind::Ball,
            {.link = "rod", .kind = kind, .turn = posture, .stiffness = 200, .damping = 80, .time = 0.1},
            {-60, 10, 0});
        def.links[0].body.solid.pieces = {{Box{{0.2, 0.2, 0.2}}, {}}};
        const World world = run_rod(def, 8);
        const Quat turn = world.state.trees[0].joints[0].turn;
        EXPECT_LT(turn.angularDistance(rotation_from_degrees(posture)), 1e-3);
    }
}

TEST(Behaviours, F3_22_a_formula_of_position_and_time_is_a_force) {
    // a spring of 9 times the inertia: half a turn of its phase takes pi / 3 s
    const std::string force = std::to_string(-9 * rod_inertia) + " * x + 0 * y * z * t";
    const World world =
        run_rod(one_rod(JointKind::Hinge, {.link = "rod", .kind = BehaviourKind::Formula, .force = force},
                        {10, 0, 0}),
                M_PI / 3);
    EXPECT_NEAR(angle_of(world), -10 * radians_per_degree, 1e-5);
}

TEST(Behaviours, F3_19_a_pair_of_exponential_springs_pulls_as_sinh_of_the_way) {
    const BehaviourDef def{.link = "rod", .goal = 45, .stiffness = 3, .steepness = 4, .damping = 0};
    const JointBehaviour muscle = make_joint_behaviour(def, 0, JointKind::Hinge, "it");
    JointState joint;
    for (const Real q : {-1.0, 0.0, 1.2}) {
        joint.q[0] = q;
        JointDrive drive;
        drive_joint(muscle, 0, joint, drive);
        EXPECT_NEAR(drive.force[0], 3.0 / 4 * std::sinh(4 * (M_PI / 4 - q)), 1e-12);
    }
    joint.q[0] = M_PI / 4 - 1e-5;
    JointDrive near;
    drive_joint(muscle, 0, joint, near);
    EXPECT_NEAR(near.force[0], 3e-5, 1e-13) << "near the goal it is the stiffness";
}

TEST(Behaviours, F3_19_keys_come_again_every_period_and_later_by_the_delay) {
    BehaviourDef def{
        .link = "rod", .keys = {{0, 0}, {0.5, 60}, {1, 0}}, .period = 1, .stiffness = 1, .damping = 0};
    const auto pull = [](const BehaviourDef& of, Real time) {
        JointDrive drive;
        drive_joint(make_joint_behaviour(of, 0, JointKind::Hinge, "it"), time, {}, drive);
        return drive.force[0];
    };
    for (const Real t : {0.1, 0.7, 0.25}) {
        EXPECT_NEAR(pull(def, t + 3), pull(def, t), 1e-12);
        BehaviourDef late = def;
        late.delay = 0.5;
        EXPECT_NEAR(pull(late, t), pull(def, t + 0.5), 1e-12);
    }
    EXPECT_NEAR(pull(def, 0.25), M_PI / 6, 1e-12);
    def.damping = 2;
    EXPECT_NEAR(pull(def, 0.25), M_PI / 6 + 2 * 120 * radians_per_degree, 1e-12) << "it goes with the goal";
    def.most = 1;
    EXPECT_DOUBLE_EQ(pull(def, 0.25), 1);
}

TEST(Behaviours, what_a_joint_cannot_do_is_refused_with_its_name) {
    const auto has = [](const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    EXPECT_TRUE(has(error_of(JointKind::Hinge, {.link = "arm"}), "arm"));
    EXPECT_TRUE(has(error_of(JointKind::Hinge, {.link = "rod", .freedom = 1}), "freedom 1"));
    EXPECT_TRUE(has(error_of(JointKind::Ball, {.link = "rod", .keys = {{0, 1}}}), "turn"));
    EXPECT_TRUE(has(error_of(JointKind::Hinge, {.link = "rod", .turn = {1, 0, 0}}), "ball"));
    EXPECT_TRUE(has(error_of(JointKind::Hinge, {.link = "rod", .kind = BehaviourKind::Formula}), "formula"));
    EXPECT_TRUE(has(error_of(JointKind::Hinge, {.link = "rod", .keys = {{1, 0}, {0, 1}}}), "increase"));
    EXPECT_TRUE(
        has(error_of(JointKind::Hinge, {.link = "rod", .keys = {{0, 0}, {2, 1}}, .period = 1}), "period"));
}

}  // namespace souple
