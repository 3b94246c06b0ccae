// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/interactions.h: friction, rest and supports.
#include "souple/dynamics/contact/interactions.h"
#include "souple/dynamics/scratch.h"

#include <gtest/gtest.h>

#include "support/rigid_world.h"

namespace souple {
namespace {

/// A slope that falls towards +x, through the origin.
struct Slope {
    Real angle;  ///< [rad]

    Vec3 normal() const { return {std::sin(angle), std::cos(angle), 0}; }
    Vec3 downhill() const { return {std::cos(angle), -std::sin(angle), 0}; }
};

World on_slope(const Slope& slope, const Convex& convex, Real height, Real friction, Real speed = 0) {
    BodyDef body = body_of(convex, height * slope.normal(), {0, friction});
    body.rotation = {0, 0, -slope.angle / degree};
    body.velocity = speed * slope.downhill();
    World world = rigid_world({body}, down);
    add_fixed(world, Plane{slope.normal(), 0}, {}, {0, friction});
    return world;
}

const Box flat_block{{0.5, 0.1, 0.5}};  // low enough never to tumble

/// A thin board along x of length 1 m on round bars along z, which touch it from below.
World bar_on(const std::vector<Real>& supports) {
    World world = rigid_world({body_of(Box{{0.5, 5e-4, 0.1}}, {0, 5e-4, 0}, {0, 0.5})}, down);
    for (const Real x : supports)
        add_fixed(world, Capsule{0.05, 0.2}, {{x, -0.05, 0}, rotation_from_degrees({90, 0, 0})}, {0, 0.5});
    return world;
}

/// [N s] that each fixed thing carried in the last interval.
std::vector<Real> support_impulses(const World& world) {
    std::vector<Real> sums(world.model.obstacles.size(), 0);
    for (const Manifold& manifold : world.scratch->interaction.manifolds)
        for (int k = 0; k < manifold.count; ++k)
            sums[std::max(manifold.a.obstacle, manifold.b.obstacle)] += manifold.normal_impulse[k];
    return sums;
}

void solve_exactly(World& world) {
    world.model.contact.solver = ContactSolver::Complementarity;
    world.model.contact.tolerance = 1e-12;
}

}  // namespace

TEST(Interactions, F3_67_T10_a_block_sticks_below_the_angle_of_friction) {
    const Slope slope{25 * degree};
    World world = on_slope(slope, flat_block, 0.1, std::tan(slope.angle) * 1.02);
    const Vec3 start = world.state.frames.x[0];
    run(world, 240);
    EXPECT_LT((world.state.frames.x[0] - start).norm(), 1e-4);
    EXPECT_LT(world.state.frames.v[0].norm(), 1e-4);
}

TEST(Interactions, F3_67_T10_a_block_slides_above_the_angle_of_friction) {
    const Slope slope{25 * degree};
    for (const Real friction : {0.0, 0.2, 0.45}) {
        World world = on_slope(slope, flat_block, 0.1, friction);
        run(world, 120, 1.0 / 120);
        const Real a = g * (std::sin(slope.angle) - friction * std::cos(slope.angle));
        EXPECT_NEAR(world.state.frames.v[0].dot(slope.downhill()) / a, 1, 1e-4) << friction;
        EXPECT_NEAR(world.state.frames.v[0].dot(slope.normal()), 0, 1e-4) << friction;
    }
}

TEST(Interactions, F3_67_T10_a_sphere_rolls_down_with_five_sevenths) {
    const Slope slope{30 * degree};
    const Real limit = 2.0 / 7 * std::tan(slope.angle), r = 0.2;
    World rolling = on_slope(slope, Sphere{r}, r, 1.05 * limit);
    run(rolling, 120, 1.0 / 120);
    const Real speed = rolling.state.frames.v[0].dot(slope.downhill());
    EXPECT_NEAR(speed, 5.0 / 7 * g * std::sin(slope.angle), 1e-6);
    EXPECT_NEAR(-r * rolling.state.frames.w[0].z(), speed, 1e-6);
    World sliding = on_slope(slope, Sphere{r}, r, 0.8 * limit);
    run(sliding, 120, 1.0 / 120);
    const Real a = g * (std::sin(slope.angle) - 0.8 * limit * std::cos(slope.angle));
    EXPECT_NEAR(sliding.state.frames.v[0].dot(slope.downhill()), a, 1e-6);
    EXPECT_GT(sliding.state.frames.v[0].dot(slope.downhill()) + r * sliding.state.frames.w[0].z(), 0.1);
}

TEST(Interactions, F3_67_T10_a_sliding_block_stops_after_its_stop_distance) {
    for (const Real angle : {0.0, 10 * degree}) {
        const Slope slope{angle};
        const Real friction = 0.5, v0 = 2, h = 1.0 / 480;
        World world = on_slope(slope, flat_block, 0.1, friction, v0);
        run(world, 960, h);
        const Real distance = v0 * v0 / (2 * g * (friction * std::cos(angle) - std::sin(angle)));
        const Real way = (world.state.frames.x[0] - 0.1 * slope.normal()).dot(slope.downhill());
        EXPECT_NEAR(way, distance, v0 * h);
        EXPECT_LT(world.state.frames.v[0].norm(), 1e-4);
    }
}

TEST(Interactions, F3_67_T11_a_block_at_rest_is_carried_by_its_weight_and_does_not_move) {
    World world = rigid_world({body_of(Box{{0.5, 0.5, 0.5}}, {0, 0.5, 0})}, down);
    add_floor(world);
    const Real h = 1.0 / 120, weight = world.model.frame_inertia[0].mass * g;
    run(world, 20, h);  // few sweeps from nothing: the load spreads over the corners in some steps
    const Vec3 start = world.state.frames.x[0];
    EXPECT_LT(std::abs(start.y() - 0.5), world.model.contact.slop);
    Real fastest = 0, worst_load = 0;
    for (int k = 0; k < 10000; ++k) {
        world.step({.h = h});
        fastest = std::max({fastest, world.state.frames.v[0].norm(), world.state.frames.w[0].norm()});
        worst_load = std::max(worst_load, std::abs(carried_impulse(world) / (weight * h) - 1));
    }
    EXPECT_LT(worst_load, 1e-6);
    EXPECT_LT(fastest, 1e-6);
    EXPECT_LT((world.state.frames.x[0] - start).norm(), 1e-6);
}

TEST(Interactions, F3_67_T11_what_is_dropped_without_restitution_stays_where_it_lands) {
    for (const Convex& convex : {Convex(Box{{0.2, 0.2, 0.2}}), Convex(Sphere{0.2})}) {
        World world = rigid_world({body_of(convex, {0, 0.5, 0})}, down);
        add_floor(world);
        Real highest = 0, fastest = 0;
        for (int k = 0; k < 240; ++k) {
            world.step({.h = 1.0 / 120});
            if (world.state.time < 0.5) continue;  // it falls for 0.25 s
            highest = std::max(highest, std::abs(world.state.frames.x[0].y() - 0.2));
            fastest = std::max({fastest, world.state.frames.v[0].norm(), world.state.frames.w[0].norm()});
        }
        EXPECT_LT(highest, 2 * world.model.contact.slop);
        EXPECT_LT(fastest, 1e-6);
    }
}

TEST(Interactions, F3_67_T13_two_end_supports_carry_half_of_a_bar_each) {
    for (const bool exact : {false, true}) {
        World world = bar_on({-0.5 + 1e-6, 0.5 - 1e-6});
        if (exact) solve_exactly(world);
        run(world, 60);
        const Real weight = world.model.frame_inertia[0].mass * g / 60;
        // few sweeps let one end sink by a part of the slop first, and that tilt moves the places a little
        for (const Real impulse : support_impulses(world))
            EXPECT_NEAR(impulse / weight, 0.5, exact ? 1e-6 : 1e-5);
        EXPECT_LT(world.state.frames.v[0].norm() + world.state.frames.w[0].norm(), 1e-6);
    }
}

TEST(Interactions, F3_67_T13_when_one_support_goes_the_other_carries_a_quarter) {
    World world = bar_on({-0.5 + 1e-6, 0.5 - 1e-6});
    run(world, 60);
    world.model.obstacles.pop_back();
    ++world.model.revision;
    const Real h = 1e-4, weight = world.model.frame_inertia[0].mass * g * h;
    world.step({.h = h});
    EXPECT_NEAR(support_impulses(world)[0] / weight, 0.25, 1e-4);
    EXPECT_NEAR(world.state.frames.w[0].z() / h, -1.5 * g, 1e-3 * g);  // the right end falls
}

TEST(Interactions, F3_67_T14_of_two_supports_on_one_side_the_outer_one_lets_go) {
    for (const bool exact : {false, true}) {
        World world = bar_on({0.1, 0.4});
        if (exact) solve_exactly(world);
        if (!exact) world.model.contact.iterations = world.model.contact.push_iterations = 200;
        const Real h = 1e-4, weight = world.model.frame_inertia[0].mass * g * h;
        const StepReport report = world.step({.h = h});
        const std::vector<Real> impulses = support_impulses(world);
        EXPECT_NEAR(impulses[0] / weight, 1 / 1.12, 1e-5);
        EXPECT_NEAR(impulses[1], 0, 1e-12);
        const Frames& frames = world.state.frames;
        EXPECT_NEAR((frames.v[0].y() + 0.4 * frames.w[0].z()) / (g * h), 0.3214, 1e-4);
        EXPECT_LT(report.contact_residual, 1e-12);
    }
}

TEST(Interactions, F3_67_a_box_on_a_box_is_dragged_by_friction_and_slips_when_pulled_too_hard) {
    // the lower block glides without friction and is pulled with F: both go as one while the upper one needs
    // no more than mu g
    for (const Real pull : {0.8, 2.0}) {
        const Real friction = 0.4;
        World world;
        RigidDef def = rigid_of({body_of(Box{{0.5, 0.1, 0.5}}, {0, 0.1, 0}, {0, friction}),
                                 body_of(Box{{0.3, 0.1, 0.3}}, {0, 0.3, 0}, {0, friction})});
        const Real m1 = 1000 * 0.2, m2 = 1000 * 0.6 * 0.2 * 0.6, force = pull * friction * g * (m1 + m2);
        def.torques = {{.frame = 0, .force = {force, 0, 0}}};
        add_rigid(world, def);
        add_floor(world, {0, 0});
        world.model.contact.iterations = world.model.contact.push_iterations = 30;
        run(world, 30, 1.0 / 240);
        const Real t = 30.0 / 240;
        const bool sticks = pull < 1;
        const Real above = sticks ? force / (m1 + m2) : friction * g;
        const Real below = sticks ? above : (force - m2 * friction * g) / m1;
        EXPECT_NEAR(world.state.frames.v[1].x() / (above * t), 1, 2e-3) << pull;
        EXPECT_NEAR(world.state.frames.v[0].x() / (below * t), 1, 2e-3) << pull;
    }
}

TEST(Interactions, F3_67_both_solvers_agree_without_restitution) {
    std::vector<BodyDef> pile;
    for (int k = 0; k < 3; ++k)
        pile.push_back(body_of(Sphere{0.2},
                               {0.24 * std::cos(k * 120 * degree), 0.2, 0.24 * std::sin(k * 120 * degree)},
                               {0, 0.0}));
    pile.push_back(body_of(Sphere{0.2}, {0.01, 0.55, 0.02}, {0, 0.0}));
    std::vector<State> ends;
    for (const bool exact : {false, true}) {
        World world = rigid_world(pile, down);
        add_floor(world, {0, 0});
        world.model.contact.iterations = world.model.contact.push_iterations = 500;
        if (exact) solve_exactly(world);
        run(world, 30);
        ends.push_back(world.state);
    }
    for (int k = 0; k < 4; ++k) {
        EXPECT_LT((ends[0].frames.v[k] - ends[1].frames.v[k]).norm(), 1e-6) << k;
        EXPECT_LT((ends[0].frames.x[k] - ends[1].frames.x[k]).norm(), 1e-6) << k;
    }
    EXPECT_GT(ends[0].frames.v[0].norm(), 0.1);  // they roll apart: not the agreement of things at rest
}

TEST(Interactions, F3_67_the_residual_of_the_complementarity_problem_is_what_was_asked_for) {
    World world = rigid_world(mixed_bodies(12, 2, 0.5, 0.2, {0, 0.5}), down);
    add_room(world, 0.8, {0, 0.5});
    world.model.contact.solver = ContactSolver::Complementarity;
    world.model.contact.tolerance = 1e-8;
    Real worst = 0;
    int contacts = 0;
    for (int k = 0; k < 60; ++k) {
        const StepReport report = world.step({.h = 1.0 / 60});
        worst = std::max(worst, report.contact_residual);
        contacts = std::max(contacts, report.contacts);
    }
    EXPECT_GT(contacts, 10);
    EXPECT_LE(worst, 1e-8);
}

TEST(Interactions, the_work_of_pushing_apart_is_what_the_energy_gains) {
    World world = rigid_world({body_of(Box{{0.1, 0.1, 0.1}}, {0, 0.09, 0}, {0, 0.5})}, down);
    add_fixed(world, Plane{}, {}, {0, 0.5});
    const Real mass = world.model.frame_inertia[0].mass;
    Real work = 0;
    for (int k = 0; k < 200; ++k) work += world.step({0.01, 1}).correction_work;
    const Real risen = world.state.frames.x[0].y() - 0.09;
    EXPECT_GT(risen, 0.005);  // (it was 1 cm deep)
    EXPECT_NEAR(work, mass * g * risen, 1e-6 * work);
}

TEST(Interactions, F3_67_a_point_of_many_substeps_rests_where_it_lies) {
    // (as if an impulse had acted all along at once, it would float by g h (h - h / 12) / 2 = 1.2 mm)
    const Real h = 1.0 / 60;
    World world = rigid_world({body_of(Box{{0.5, 0.1, 0.5}}, {0, 0.1, 0}, {0, 0.5})}, down);
    add_fixed(world, Plane{}, {}, {0, 0.5});
    ParticlesDef grain;
    grain.part.name = "grain";
    grain.part.substeps = 12;
    grain.part.thickness = 0.01;
    grain.points = {{.position = {0.1, 0.21, 0.2}, .mass = 1e-3}};
    add_particles(world, grain);
    for (int k = 0; k < 120; ++k) {
        world.step({.h = h});
        EXPECT_NEAR(world.state.x[0].y(), 0.21, 1.1 * world.model.contact.slop) << k;
    }
    EXPECT_LT(world.state.v[0].norm(), 1e-6);
}

}  // namespace souple
