// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/articulated/articulated_body.cpp: what springs, stops and motors of every kind
// of joint do, by numbers, in both formulations.
#include <gtest/gtest.h>

#include <string>

#include "souple/geometry/space_curve.h"
#include "souple/math/rotation.h"
#include "support/both_formulations.h"

namespace souple {
namespace {

constexpr Real mass = 3, moment = 2;  // [kg], [kg m^2] about every axis

/// One joint with its laws and where it is, and the force [N m] or [N] that must come of it.
struct LawCase {
    std::string name;
    JointKind kind = JointKind::Hinge;
    std::array<DofLaw, 3> laws;
    Vec3 q = Vec3::Zero();  ///< of a ball its rotation vector
    Vec3 qd = Vec3::Zero();
    Vec3 force = Vec3::Zero();
};

/// A ball of even moments that its joint holds in its centre: force over mass or moment is the acceleration.
TestTree held_ball(const TreeLink& link, const JointState& joint) {
    TestTree test;
    test.tree.frames = {0, 1};
    test.tree.links = {link};
    test.tree.decay_time = 1;  // (1 / decay_time)^2 is what rounding of places is multiplied by
    test.joints = {joint};
    test.inertia = {{mass, Vec3::Constant(moment)}};
    test.force = test.torque = {Vec3::Zero()};
    settle(test);
    return test;
}

TestTree tree_of(const LawCase& c) {
    TreeLink link;
    link.kind = c.kind;
    link.in_parent = {Vec3(0.3, -0.2, 0.1), Quat(0.9, 0.1, -0.3, 0.2).normalized()};
    link.laws = c.laws;
    JointState joint;
    joint.q = c.q;
    joint.qd = c.qd;
    if (c.kind == JointKind::Ball) joint.turn = to_quaternion(c.q);
    return held_ball(link, joint);
}

DofLaw spring(Real stiffness, Real damping, Real rest) {
    DofLaw law;
    law.stiffness = stiffness;
    law.damping = damping;
    law.rest = rest;
    return law;
}

DofLaw stops(Real low, Real high, Real stiffness, Real damping) {
    DofLaw law;
    law.low = low;
    law.high = high;
    law.stop_stiffness = stiffness;
    law.stop_damping = damping;
    return law;
}

DofLaw motor(Real speed, Real gain, Real most) {
    DofLaw law;
    law.motor_speed = speed;
    law.motor_gain = gain;
    law.motor_most = most;
    return law;
}

constexpr Real endless = std::numeric_limits<Real>::infinity();

std::vector<LawCase> law_cases() {
    std::vector<LawCase> cases;
    for (const JointKind kind : {JointKind::Hinge, JointKind::Slider}) {
        const auto add = [&](const char* name, const DofLaw& law, Real q, Real qd, Real force) {
            cases.push_back({(kind == JointKind::Hinge ? "hinge: " : "slider: ") + std::string(name),
                             kind,
                             {law},
                             Vec3(q, 0, 0),
                             Vec3(qd, 0, 0),
                             Vec3(force, 0, 0)});
        };
        add("spring", spring(10, 2, 0.2), 0.5, 0.3, -10 * 0.3 - 2 * 0.3);
        add("beyond its upper stop", stops(-1, 0.4, 100, 5), 0.5, 0.3, -100 * 0.1 - 5 * 0.3);
        add("beyond its lower stop", stops(0.6, 2, 100, 5), 0.5, 0.3, 100 * 0.1 - 5 * 0.3);
        add("between its stops", stops(0.4, 0.6, 100, 5), 0.5, 0.3, 0);
        add("motor", motor(1, 4, endless), 0.5, 0.3, 4 * 0.7);
        add("weak motor", motor(1, 4, 2), 0.5, 0.3, 2);
        add("weak motor that brakes", motor(-1, 4, 2), 0.5, 0.3, -2);
    }
    const JointKind two = JointKind::Universal, ball = JointKind::Ball;
    cases.push_back({"universal: spring and motor",
                     two,
                     {spring(10, 2, 0.2), motor(1, 4, endless)},
                     Vec3(0.5, -0.7, 0),
                     Vec3(0.3, -0.4, 0),
                     Vec3(-10 * 0.3 - 2 * 0.3, 4 * 1.4, 0)});
    cases.push_back({"universal: weak motor and spring",
                     two,
                     {motor(-1, 4, 2), spring(10, 2, 0.2)},
                     Vec3(0.5, -0.7, 0),
                     Vec3(0.3, -0.4, 0),
                     Vec3(-2, 10 * 0.9 + 2 * 0.4, 0)});
    cases.push_back({"universal: stops",
                     two,
                     {stops(-1, 0.4, 100, 5), stops(-0.5, 1, 80, 3)},
                     Vec3(0.5, -0.7, 0),
                     Vec3(0.3, -0.4, 0),
                     Vec3(-100 * 0.1 - 5 * 0.3, 80 * 0.2 + 3 * 0.4, 0)});
    // (0.3, 0.4, 0) is a turn by 0.5
    const Vec3 turn(0.3, 0.4, 0), speed(0.1, -0.2, 0.3);
    cases.push_back({"ball: spring", ball, {spring(10, 2, 0)}, turn, speed, -10 * turn - 2 * speed});
    cases.push_back({"ball: beyond its stop",
                     ball,
                     {stops(0, 0.3, 100, 5)},
                     turn,
                     speed,
                     -100 * 0.2 * turn / 0.5 - 5 * speed});
    cases.push_back({"ball: within its stop", ball, {stops(0, 0.6, 100, 5)}, turn, speed, Vec3::Zero()});
    // about z, the first axis of a link where nothing else is said
    cases.push_back({"ball: motor", ball, {motor(1, 4, endless)}, turn, speed, 4 * (Vec3::UnitZ() - speed)});
    const Vec3 wanted = Vec3::UnitZ() - speed;
    cases.push_back({"ball: weak motor", ball, {motor(1, 4, 2)}, turn, speed, 2 * wanted.normalized()});
    return cases;
}

TEST(JointLaws, F3_5_springs_stops_and_motors_of_every_joint_push_as_their_numbers_say) {
    for (const LawCase& c : law_cases()) {
        TestTree test = tree_of(c);
        const Vec3 expected = c.force / (c.kind == JointKind::Slider ? mass : moment);
        const Going own = reduced_going(test), other = maximal_going(test);
        EXPECT_LT((test.accelerations[0].qdd - expected).norm(), 1e-12 * (1 + expected.norm())) << c.name;
        EXPECT_LT((own.centres[0].v - other.centres[0].v).norm(), 1e-12) << c.name;
        EXPECT_LT((own.centres[0].w - other.centres[0].w).norm(), 1e-12 * (1 + expected.norm())) << c.name;
    }
}

/// The law of a loop between the world and a free ball, which goes along x at 0.3 m/s and is at 0.5 m.
struct LoopCase {
    std::string name;
    DofLaw law;
    Real force = 0;  ///< [N] along x
};

std::vector<LoopCase> loop_cases() {
    return {{"spring", spring(10, 2, 0.2), -10 * 0.3 - 2 * 0.3},
            {"beyond its upper stop", stops(0, 0.4, 100, 5), -100 * 0.1 - 5 * 0.3},
            {"beyond its lower stop", stops(0.6, 2, 100, 5), 100 * 0.1 - 5 * 0.3},
            {"between its stops", stops(0.4, 0.6, 100, 5), 0},
            {"motor", motor(1, 4, endless), 4 * 0.7},
            {"weak motor", motor(1, 4, 2), 2},
            {"weak motor that brakes", motor(-1, 4, 2), -2}};
}

LoopClosure free_loop(LoopKind kind) {
    LoopClosure loop;
    loop.b = 0;
    loop.kind = kind;
    loop.held = false;
    if (kind == LoopKind::Curve)
        loop.curve = std::make_shared<const SpaceCurve>(
            make_curve({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, false, "wire"));
    return loop;
}

TEST(JointLaws, F3_20_springs_stops_and_motors_along_wires_and_lines_push_as_their_numbers_say) {
    TreeLink link;
    link.kind = JointKind::Free;
    JointState joint;
    joint.q = {0.5, 0, 0};
    joint.qd = {0.3, 0, 0};
    for (const LoopKind kind : {LoopKind::Curve, LoopKind::Distance})
        for (const LoopCase& c : loop_cases()) {
            TestTree test = held_ball(link, joint);
            test.tree.loops = {free_loop(kind)};
            test.tree.loops[0].law = c.law;
            const std::string name = (kind == LoopKind::Curve ? "wire: " : "line: ") + c.name;
            const Vec3 expected = Vec3(c.force, 0, 0) / mass;
            const Going own = reduced_going(test), other = maximal_going(test);
            EXPECT_LT((own.centres[0].v - expected).norm(), 1e-10) << name;
            EXPECT_LT((other.centres[0].v - expected).norm(), 1e-10) << name;
        }
}

}  // namespace
}  // namespace souple
