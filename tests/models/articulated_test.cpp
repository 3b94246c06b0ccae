// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/models/articulated.h
#include "souple/models/articulated.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/rods.h"
#include "souple/core/errors.h"
#include "souple/dynamics/articulated/constraints.h"

namespace souple {
namespace {

TEST(Articulated, F3_20_maximal_coordinates_go_where_reduced_ones_do) {
    ArticulatedDef def = chain({JointKind::Hinge, JointKind::Ball});
    def.links[0].joint.start = {70, 0, 0};
    def.links[1].joint.start = {20, 10, 5};
    def.links[1].joint.speed = {1, 2, -1};
    World reduced = world_of(def);
    def.formulation = Formulation::Maximal;
    World maximal = world_of(def);
    run(reduced, 1e-4, 10000);
    run(maximal, 1e-4, 10000);
    for (int f = 0; f < 2; ++f) {
        // what the fourth order leaves goes with h^4 and with the square of 1 / decay_time, and of a
        // constraint the rate is wrong by more than the constraint: 1e-13 m and 8e-12 m/s here
        EXPECT_LT((reduced.state.frames.x[f] - maximal.state.frames.x[f]).norm(), 1e-11);
        EXPECT_LT((reduced.state.frames.v[f] - maximal.state.frames.v[f]).norm(), 1e-10);
        EXPECT_LT((reduced.state.frames.w[f] - maximal.state.frames.w[f]).norm(), 1e-8);
        EXPECT_LT(reduced.state.frames.q[f].angularDistance(maximal.state.frames.q[f]), 1e-10);
    }
}

TEST(Articulated, F3_20_a_rod_that_starts_apart_comes_to_its_nail_critically_damped) {
    ArticulatedDef def = chain({JointKind::Ball});
    def.formulation = Formulation::Maximal;
    def.decay_time = 0.1;
    def.links[0].joint.link_at = def.links[0].joint.at;
    def.links[0].joint.at += Vec3(0.3, 0.1, 0);
    World world = world_of(def);
    const Real start = Vec3(0.3, 0.1, 0).norm();
    // (the axis of the rod is one of its principal axes, whichever way they are sorted)
    const Vec3 top = world.state.frames.q[0].conjugate() * Vec3(0, rod_length / 2, 0);
    const auto gap = [&] {
        return (position_of(world.state, {.frame = 0, .local = top}) - Vec3(0.3, 0.1, 0)).norm();
    };
    EXPECT_NEAR(gap(), start, 1e-12);
    run(world, 1e-3, 200);
    EXPECT_NEAR(gap(), start * 3 * std::exp(-2.0), 1e-6);
    run(world, 1e-3, 300);
    EXPECT_NEAR(gap(), start * 6 * std::exp(-5.0), 1e-6);
}

ArticulatedDef floating_tree(Method method) {
    ArticulatedDef def = chain({JointKind::Hinge, JointKind::Ball, JointKind::Universal});
    def.links.push_back(rod("arm", "rod0", Vec3(0, -1, 0), JointKind::Hinge));
    def.floating = true;
    def.part.method = method;
    def.links[0].body.spin = {0.5, 1, 2};
    def.links[0].body.velocity = {0.3, 0, -0.2};
    def.links[1].joint.speed = {1, -2, 3};
    def.links[2].joint.speed = {-1, 2, 0};
    for (LimbDef& limb : def.links) limb.joint.stiffness = 2;
    return def;
}

/// A place and a distance hold links of a floating tree to each other.
void close_floating_tree(ArticulatedDef& def) {
    LoopDef place, distance;
    place.a = "rod2", place.b = "arm";
    place.at = {0, -2.5, 0};
    place.along = {{1, 0, 0}};
    distance.kind = LoopKind::Distance;
    distance.a = "rod0", distance.b = "rod2";
    distance.at = {0, -2.8, 0};
    distance.a_at = {0.1, -0.2, 0};
    def.loops = {place, distance};
}

TEST(Articulated, F3_18_a_floating_tree_keeps_its_momentum) {
    for (const bool has_loops : {false, true})
        for (const Method method : {Method::RungeKutta4, Method::SemiImplicitEuler, Method::Midpoint}) {
            ArticulatedDef def = floating_tree(method);
            if (has_loops) close_floating_tree(def);
            World world = world_of(def, Vec3::Zero());
            const Part& part = world.model.parts[0];
            const Vec3 linear = momentum(world.model, world.state, part);
            const Vec3 angular = angular_momentum(world.model, world.state, part);
            const Vec3 centre = centre_of_mass(world.model, world.state, part);
            run(world, 2e-3, 500);
            const Real scale = linear.norm() + angular.norm();
            EXPECT_LT((momentum(world.model, world.state, part) - linear).norm(), 1e-11 * scale);
            EXPECT_LT((angular_momentum(world.model, world.state, part) - angular).norm(), 1e-11 * scale);
            const Vec3 gone = centre_of_mass(world.model, world.state, part) - centre;
            EXPECT_LT((gone - linear / mass_of(world.model, part)).norm(), 1e-11);
        }
}

TEST(Articulated, F3_5_a_stop_holds_a_falling_rod_by_its_stiffness) {
    ArticulatedDef def = chain({JointKind::Hinge});
    def.part.method = Method::SemiImplicitEuler;
    def.links[0].joint.start = {90, 0, 0};
    def.links[0].joint.limits = {{45, 180}};
    def.links[0].joint.stop_stiffness = 1000;
    def.links[0].joint.stop_damping = 50;
    World world = world_of(def);
    run(world, 5e-3, 1200);
    const Real angle = world.state.trees[0].joints[0].q[0];
    const Real weight = 1.6 * 9.81 * 0.5 * std::sin(angle);  // [N m]
    EXPECT_NEAR(1000 * (M_PI / 4 - angle), weight, 1e-6 * weight);
}

TEST(Articulated, F3_23_a_four_bar_stays_closed_and_keeps_its_energy) {
    ArticulatedDef def = chain({JointKind::Hinge, JointKind::Hinge, JointKind::Hinge});
    // a square: down, across, up to a nail in the world
    def.links[1].body.position = {0.5, -1, 0};
    def.links[1].body.rotation = {0, 0, 90};
    def.links[2].body.position = {1, -0.5, 0};
    def.links[2].joint.at = {1, -1, 0};
    LoopDef nail;
    nail.b = "rod2";
    nail.at = {1, 0, 0};
    def.loops.push_back(nail);
    def.links[0].joint.speed = {3, 0, 0};
    def.links[1].joint.speed = {-3, 0, 0};
    def.links[2].joint.speed = {3, 0, 0};
    World world = world_of(def);
    const Real before = energy_of(world);
    Real worst = 0;
    for (int k = 0; k < 500; ++k) {
        run(world, 2e-3, 1);
        worst = std::max(worst, loop_residual(world.model.trees[0], world.state.frames));
    }
    EXPECT_LT(worst, 1e-6);
    EXPECT_NEAR(energy_of(world), before, 1e-5 * std::abs(before));
}

TEST(Articulated, F3_22_a_behaviour_brings_a_joint_to_its_target_critically_damped) {
    ArticulatedDef def = chain({JointKind::Hinge});
    def.links[0].joint.start = {30, 0, 0};
    const Real inertia = 1.6 * (1.0 / 3 + rod_side * rod_side / 12), rate = 4;
    def.behaviour = [=](Real, std::span<const JointState> joints, std::span<JointDrive> drives) {
        drives[0].force[0] = -inertia * (rate * rate * joints[0].q[0] + 2 * rate * joints[0].qd[0]);
    };
    World world = world_of(def, Vec3::Zero());
    run(world, 2e-3, 250);
    EXPECT_NEAR(world.state.trees[0].joints[0].q[0], M_PI / 6 * 3 * std::exp(-2.0), 1e-6);
    const Real two_percent = 5.834 / rate;  // [s] (003 T18)
    run(world, (two_percent - 0.5) / 500, 500);
    EXPECT_NEAR(world.state.trees[0].joints[0].q[0], 0.02 * M_PI / 6, 1e-4 * M_PI / 6);
}

/// Where a rod on a hinge with this spring comes to rest, against `lift` times its weight.
Real rest_on_spring(Real stiffness, Real goal, Real lift) {
    ArticulatedDef def = chain({JointKind::Hinge});
    JointDef& joint = def.links[0].joint;
    joint.start = {goal * 180 / M_PI, 0, 0};
    joint.rest = goal * 180 / M_PI;
    joint.stiffness = stiffness;
    joint.damping = 5;
    def.behaviour = [=](Real, std::span<const JointState> joints, std::span<JointDrive> drives) {
        drives[0].force[0] = lift * 1.6 * 9.81 * 0.5 * std::sin(joints[0].q[0]);
    };
    World world = world_of(def);
    run(world, 5e-3, 2000);
    return world.state.trees[0].joints[0].q[0];
}

TEST(Articulated, F3_21_a_spring_gives_way_to_weight_unless_the_weight_is_carried_too) {
    // 003 T18: the root of k (q - goal) + m g L/2 sin q = 0
    const Real stiffness = 20, goal = 1;
    Real low = 0, high = goal;
    for (int k = 0; k < 60; ++k) {
        const Real middle = (low + high) / 2;
        const Real left = stiffness * (middle - goal) + 1.6 * 9.81 * 0.5 * std::sin(middle);
        (left < 0 ? low : high) = middle;
    }
    EXPECT_NEAR(rest_on_spring(stiffness, goal, 0), low, 1e-9);
    EXPECT_LT(low, 0.8 * goal);
    EXPECT_NEAR(rest_on_spring(stiffness, goal, 1), goal, 1e-9);
}

TEST(Articulated, F3_22_a_drive_in_the_scene_prescribes_an_acceleration) {
    ArticulatedDef def = chain({JointKind::Hinge, JointKind::Hinge});
    def.drives.push_back({.link = "rod0", .freedom = 0, .prescribes = true, .keys = {{0, 0}, {1, 2}}});
    for (const Formulation formulation : {Formulation::Reduced, Formulation::Maximal}) {
        def.formulation = formulation;
        World world = world_of(def);
        run(world, 5e-3, 200);
        EXPECT_NEAR(world.state.trees[0].joints[0].qd[0], 1, 1e-7);
        EXPECT_NEAR(world.state.trees[0].joints[0].q[0], 1.0 / 3, 1e-6);
    }
}

TEST(Articulated, F3_65_a_hinged_pair_that_meets_a_peg_answers_with_both_rods) {
    // two rods in line along x fall flat; the end of the first meets a ball that stands still
    ArticulatedDef def = chain({JointKind::Hinge, JointKind::Hinge});
    def.floating = true;
    def.part.touches = Touches::Bodies;
    def.part.rotation = {0, 0, 90};
    def.part.velocity = {0, -1, 0};
    for (LimbDef& limb : def.links) limb.body.material = {1, 0};
    World world = world_of(def, Vec3::Zero());
    Obstacle peg;
    peg.shape = Sphere{0.1};
    peg.pose.position = {0, -0.1 - rod_side / 2 - 0.0105, 0};
    peg.restitution = 1;
    peg.friction = 0;
    peg.track = add_track(world, {.name = "peg", .keys = {{0, peg.pose}}, .smooth = false});
    add_obstacle(world, peg);
    run(world, 1e-3, 20);
    // T9 with the approach turned round: P = 2 m v / 3.5
    const Real push = 2 / 3.5;
    EXPECT_NEAR(world.state.frames.v[0].y(), -1 + 1.25 * push, 0.02);
    EXPECT_NEAR(world.state.frames.v[1].y(), -1 - 0.25 * push, 0.02);
    EXPECT_NEAR(std::abs(world.state.frames.w[0].z()), 4.5 * push, 0.05);
    EXPECT_NEAR(std::abs(world.state.frames.w[1].z()), 1.5 * push, 0.05);
}

TEST(Articulated, a_figure_of_several_substeps_rests_on_the_ground_without_any_speed) {
    for (const int substeps : {1, 4, 10}) {
        ArticulatedDef def = chain({JointKind::Ball, JointKind::Hinge});
        def.floating = true;
        def.part.method = Method::SemiImplicitEuler;
        def.part.substeps = substeps;
        def.part.touches = Touches::Bodies;
        def.part.position = {0, 0.03, 0};
        def.part.rotation = {0, 0, 90};  // both lie along x
        for (LimbDef& limb : def.links) limb.joint.damping = 0.5;
        World world = world_of(def);
        Obstacle ground;
        ground.shape = Plane{};
        add_obstacle(world, ground);
        run(world, 5e-3, 400);
        for (int f = 0; f < 2; ++f) {
            EXPECT_LT(world.state.frames.v[f].norm(), 1e-4) << substeps << " substeps, link " << f;
            EXPECT_NEAR(world.state.frames.x[f].y(), rod_side / 2, 1e-3);
        }
    }
}

TEST(Articulated, F3_64_a_ball_that_hits_a_floating_tree_shares_its_momentum) {
    ArticulatedDef def = floating_tree(Method::SemiImplicitEuler);
    def.part.touches = Touches::Bodies;
    World world = world_of(def, Vec3::Zero());
    RigidDef ball;
    BodyDef body;
    body.solid.pieces = {{Sphere{0.2}, {}}};
    body.position = {-0.4, -0.5, 0};
    body.density = 100;
    body.velocity = {4, 0, 0};
    body.material = {0.5, 0.3};
    ball.bodies.push_back(body);
    add_rigid(world, ball);
    const auto total = [&] {
        return Vec3(momentum(world.model, world.state, world.model.parts[0]) +
                    momentum(world.model, world.state, world.model.parts[1]));
    };
    const Vec3 before = total(), ball_before = momentum(world.model, world.state, world.model.parts[1]);
    run(world, 2e-3, 100);
    EXPECT_GT((momentum(world.model, world.state, world.model.parts[1]) - ball_before).norm(),
              0.1 * ball_before.norm())
        << "they have met";
    EXPECT_LT((total() - before).norm(), 1e-9 * ball_before.norm());
}

std::string complaint_of(const ArticulatedDef& def) {
    try {
        World world;
        add_articulated(world, def);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Articulated, bad_input_is_told_with_the_link_it_is_about) {
    ArticulatedDef def = chain({JointKind::Hinge, JointKind::Universal});
    EXPECT_EQ(complaint_of(def), "");
    def.links[1].joint.second_axis = {0, 0.5, 1};
    EXPECT_NE(complaint_of(def).find("link 'rod1' of part 'articulated'"), std::string::npos);
    def = chain({JointKind::Hinge, JointKind::Ball});
    def.links[0].joint.rest = 20;
    EXPECT_EQ(complaint_of(def), "");
    def.links[1].joint.rest = 20;
    EXPECT_NE(complaint_of(def).find("ball joint of link 'rod1' of part 'articulated' has rest 20"),
              std::string::npos);
    def = chain({JointKind::Hinge});
    def.links[0].parent = "nobody";
    EXPECT_NE(complaint_of(def).find("'nobody'"), std::string::npos);
    def = chain({JointKind::Hinge});
    def.part.method = Method::ImplicitEuler;
    EXPECT_NE(complaint_of(def).find("implicit_euler"), std::string::npos);
    def = chain({});
    EXPECT_NE(complaint_of(def).find("no links"), std::string::npos);
}

}  // namespace
}  // namespace souple
