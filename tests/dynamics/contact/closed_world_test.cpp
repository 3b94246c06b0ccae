// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/interactions.h: what contacts must not change, and what must not pass.
#include <gtest/gtest.h>

#include "souple/dynamics/contact/interactions.h"
#include "souple/dynamics/contact/turn_bodies.h"
#include "souple/dynamics/scratch.h"
#include "souple/dynamics/solvers/common.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

/// A hollow box that floats: six thick walls as one body.
BodyDef floating_room(Real half_size, const ContactMaterial& material) {
    BodyDef room;
    room.material = material;
    for (int axis = 0; axis < 3; ++axis)
        for (const Real sign : {-1.0, 1.0}) {
            Vec3 half = Vec3::Constant(half_size + 0.4);
            half[axis] = 0.2;
            room.solid.pieces.push_back(
                {Box{half}, {sign * (half_size + 0.2) * Vec3::Unit(axis), Quat::Identity()}});
        }
    return room;
}

/// Greatest change of momentum over the run, as a share of the greatest sum of m |v|.
Real worst_change_of_momentum(World& world, int steps, Real h) {
    const Vec3 start = momentum(world);
    Real worst = 0, scale = momentum_scale(world);
    for (int k = 0; k < steps; ++k) {
        EXPECT_FALSE(world.step({.h = h}).failure);
        worst = std::max(worst, (momentum(world) - start).norm());
        scale = std::max(scale, momentum_scale(world));
    }
    return worst / scale;
}

/// [J] that the impulses of the last interval added to the bodies they touched.
Real energy_of_impulses(const World& world) {
    const InteractionScratch& scratch = world.scratch->interaction;
    Real sum = 0;
    for (const int m : scratch.touched) {
        if (m >= world.state.frames.count()) continue;
        const FrameInertia& inertia = world.model.frame_inertia[m];
        const auto energy = [&](const MoverVelocity& velocity) {
            const Vec3 w = scratch.q_free[m].conjugate() * velocity.w;
            return 0.5 * (inertia.mass * velocity.v.squaredNorm() + inertia.moments.dot(w.cwiseProduct(w)));
        };
        sum += energy(scratch.movers.velocity[m]) - energy(scratch.free_velocity[m]);
    }
    return sum;
}

/// Spheres, boxes, capsules, ellipsoids and cylinders, a hull, a compound and a mesh.
std::vector<BodyDef> bodies_of_every_shape(const ContactMaterial& material) {
    std::vector<BodyDef> bodies = mixed_bodies(23, 3, 0.5, 2, material);
    const std::vector<Vec3> corners{
        {0.15, -0.05, 0}, {-0.1, -0.05, 0.12}, {-0.1, -0.05, -0.12}, {0, 0.12, 0}};
    bodies[20].solid = solid_of(Hull{std::make_shared<const ConvexHull>(make_hull(corners, "hull"))});
    bodies[21].solid.pieces = {{Box{{0.14, 0.03, 0.04}}, {}},
                               {Sphere{0.06}, {{0.12, 0.05, 0}, Quat::Identity()}}};
    bodies[22].solid = {};
    bodies[22].solid.mesh =
        std::make_shared<const SurfaceTree>(make_surface_tree(make_box_mesh({0.12, 0.05, 0.09}), "mesh"));
    return bodies;
}

/// [J] of motion and weight.
Real energy_of(const World& world) {
    Real sum = kinetic_energy(world);
    for (const Part& part : world.model.parts) sum += potential_energy(world.model, world.state, part);
    return sum;
}

/// What a run says about energy [J].
struct EnergyRun {
    Real by_impulses = 0;      ///< most that impulses added in a step
    Real worst_rise = 0;       ///< in a step, the work of position correction apart
    Real correction_work = 0;  ///< of position correction, all steps
};

EnergyRun run_with_account(World& world, int steps, Real h) {
    EnergyRun run;
    Real before = energy_of(world);
    for (int k = 0; k < steps; ++k) {
        const StepReport report = world.step({.h = h});
        EXPECT_FALSE(report.failure) << k;
        const Real now = energy_of(world);
        run.by_impulses = std::max(run.by_impulses, energy_of_impulses(world));
        run.worst_rise = std::max(run.worst_rise, now - before - report.correction_work);
        run.correction_work += report.correction_work;
        before = now;
    }
    return run;
}

}  // namespace

TEST(ClosedWorld, F3_62_thirty_colliding_bodies_keep_their_momentum_for_ten_thousand_steps) {
    std::vector<BodyDef> bodies = mixed_bodies(29, 4, 0.5, 1, {0.8, 0.3});
    bodies.push_back(floating_room(1.1, {0.8, 0.3}));
    World world = rigid_world(bodies);
    EXPECT_LT(worst_change_of_momentum(world, 10000, 1.0 / 120), 1e-10);
}

TEST(ClosedWorld, F3_62_bodies_particles_and_a_free_cloth_keep_their_momentum) {
    World world = rigid_world({body_of(Sphere{0.2}, {0, 0.6, 0}), body_of(Box{{0.2, 0.1, 0.3}}, {0, -0.6, 0}),
                               floating_room(1, {0.5, 0.3})});
    world.state.frames.v[0] = {0.1, -3, 0};
    world.state.frames.v[1] = {0, 2, 0.2};
    ClothDef cloth = small_cloth(8);
    cloth.holds.pins.clear();
    add_cloth(world, cloth);
    ParticlesDef dust;
    dust.part.name = "dust";
    dust.part.restitution = 0.5;
    for (int k = 0; k < 20; ++k)
        dust.points.push_back({.position = {-0.9 + 0.09 * k, 0.9, 0.5}, .velocity = {1, -2, 3}, .mass = 0.1});
    add_particles(world, dust);
    const Vec3 cloth_before = momentum(world.model, world.state, world.model.parts[1]);
    EXPECT_LT(worst_change_of_momentum(world, 600, 1.0 / 240), 1e-10);
    EXPECT_GT((momentum(world.model, world.state, world.model.parts[1]) - cloth_before).norm(), 0.01);
}

TEST(ClosedWorld, F3_62_contact_never_adds_energy) {
    for (const Real e : {0.0, 0.6, 1.0})
        for (const Real friction : {0.0, 0.4}) {
            World world = rigid_world(bodies_of_every_shape({e, friction}));
            add_room(world, 0.9, {e, friction});
            const Real start = energy_of(world);
            const EnergyRun run = run_with_account(world, 400, 1.0 / 240);
            EXPECT_LT(run.by_impulses / start, 1e-13) << "restitution " << e << ", friction " << friction;
            EXPECT_LT(run.worst_rise / start, 1e-13) << "restitution " << e << ", friction " << friction;
            EXPECT_LT(std::abs(run.correction_work) / start, 1e-3) << e;
            const Real left = (energy_of(world) - run.correction_work) / start;
            EXPECT_LT(left, e < 1 ? 0.5 : 1 + 1e-12) << e;
            EXPECT_GT(left, e == 1 && friction == 0 ? 0.999 : 0.01) << e;
        }
}

TEST(ClosedWorld, F3_67_a_falling_pile_only_loses_energy) {
    for (const bool complementarity : {true, false})
        for (const Real friction : {0.0, 0.5}) {
            World world = rigid_world(bodies_of_every_shape({0, friction}), down);
            add_room(world, 0.9, {0, friction});
            world.model.contact.max_iterations = 400;
            if (complementarity) world.model.contact.solver = ContactSolver::Complementarity;
            const Real start = kinetic_energy(world);
            const EnergyRun run = run_with_account(world, 200, 1.0 / 60);
            // (a few sweeps do not quite solve a pile: it is lifted by what they leave)
            EXPECT_LT(run.worst_rise / start, complementarity ? 1e-13 : 1e-4) << friction;
            EXPECT_LT(kinetic_energy(world) / start, 0.1) << friction;
        }
}

TEST(ClosedWorld, F3_2_a_body_that_turns_freely_keeps_momentum_and_energy_to_rounding) {
    const Vec3 moments(1, 2, 4), momentum(0.3, 2, -0.7);
    const Quat q = Quat(0.5, 0.1, -0.3, 0.8).normalized();
    Turning body{q, spin_of(moments, q, momentum)};
    const Real start = turning_energy(moments, body.q, momentum);
    for (int k = 0; k < 10000; ++k)
        body = turn_freely(moments, body.q, angular_momentum(moments, body), 0.05);
    EXPECT_NEAR(turning_energy(moments, body.q, momentum) / start, 1, 1e-11);
    EXPECT_LT((angular_momentum(moments, body) - momentum).norm(), 1e-11);
}

TEST(ClosedWorld, F3_2_a_turn_at_the_same_energy_is_the_nearest_one) {
    const Vec3 moments(1, 2, 4), momentum(0.3, 2, -0.7);
    const Quat from = Quat(0.5, 0.1, -0.3, 0.8).normalized();
    const Real start = turning_energy(moments, from, momentum);
    const Vec3 growth = spin_of(moments, from, momentum).cross(momentum).normalized();
    for (const Real angle : {-0.1, 0.1}) {
        const Quat q = (to_quaternion(angle * growth) * from).normalized();
        const Quat turned = turn_at_same_energy(moments, from, q, momentum);
        EXPECT_EQ(turning_energy(moments, q, momentum) > start, angle > 0);
        EXPECT_LE(turning_energy(moments, turned, momentum), start);
        EXPECT_GE(turning_energy(moments, turned, momentum), start * (1 - 1e-11));
        EXPECT_LT(turned.angularDistance(from), 0.01) << angle;
    }
    // a turn about the momentum costs nothing
    const Quat about = (to_quaternion(0.2 * momentum) * from).normalized();
    EXPECT_LT(turn_at_same_energy(moments, from, about, momentum).angularDistance(about), 1e-7);
}

TEST(ClosedWorld, F3_67_pushing_a_cloth_out_of_a_body_reports_what_its_springs_gain) {
    World world = rigid_world({body_of(Sphere{0.2}, {0.5, -0.15, 0.5}, {0, 0.3})});
    ClothDef cloth = small_cloth(8);
    cloth.holds.pins.clear();
    const PartId id = add_cloth(world, cloth);
    const StepReport report = world.step({.h = 1e-3});
    const Real strained = elastic_energy(world.model, world.control, world.state, part_of(world.model, id));
    ASSERT_TRUE(report.start_overlap);
    EXPECT_GT(strained, 1e-9);
    EXPECT_NEAR(report.correction_work, strained, 1e-9 * strained);
}

TEST(ClosedWorld, F3_66_a_fast_steel_ball_does_not_pass_a_thin_plate) {
    const auto tree =
        std::make_shared<const SurfaceTree>(make_surface_tree(make_box_mesh({0.5, 0.5, 0.0005}), "plate"));
    for (const Shape& plate : {Shape(Box{{0.5, 0.5, 0.0005}}), Shape(MeshShape{tree})})
        for (const Real start : {-0.4, -1.234, -0.0061})
            for (const Real e : {0.0, 0.5}) {
                BodyDef ball = body_of(Sphere{0.005}, {0.1, 0.05, start}, {e, 0.3});
                ball.density = 7800;
                ball.velocity = {0, 0, 300};
                World world = rigid_world({ball});
                add_fixed(world, plate, {}, {e, 0.3});
                for (int k = 0; k < 10; ++k) {
                    world.step({.h = 1.0 / 60});
                    EXPECT_LT(world.state.frames.x[0].z(), -0.0005 - 0.005 + 2e-4) << plate.index();
                }
                EXPECT_NEAR(world.state.frames.v[0].z(), -e * 300, 1e-6);
            }
}

TEST(ClosedWorld, F3_66_a_fast_steel_ball_does_not_pass_a_plate_that_is_free) {
    BodyDef ball = body_of(Sphere{0.005}, {0.0, 0.0, -0.4}, {0, 0.3});
    ball.density = 7800;
    ball.velocity = {0, 0, 300};
    BodyDef plate = body_of(Box{{0.1, 0.1, 0.0005}}, {0, 0, 0}, {0, 0.3});
    plate.density = 7800;
    World world = rigid_world({ball, plate});
    const Real m1 = world.model.frame_inertia[0].mass, m2 = world.model.frame_inertia[1].mass;
    run(world, 10);
    EXPECT_NEAR(world.state.frames.v[0].z(), 300 * m1 / (m1 + m2), 1e-6);
    EXPECT_LT(world.state.frames.x[0].z(), world.state.frames.x[1].z());
}

TEST(ClosedWorld, F3_66_a_fast_steel_ball_does_not_pass_a_pinned_cloth) {
    BodyDef ball = body_of(Sphere{0.005}, {0.031, 0.02, 0.013}, {0, 0.3});
    ball.density = 7800;
    ball.velocity = {0, -300, 0};
    World world = rigid_world({ball});
    ClothDef cloth = small_cloth(20);
    cloth.stiffness = 2e4;
    cloth.part.substeps = 4;
    cloth.holds.pins = {{.edge = "border"}};
    const PartId id = add_cloth(world, cloth);
    const Range points = part_of(world.model, id).points;
    Real lowest_speed = 0;
    for (int k = 0; k < 400; ++k) {
        world.step({.h = 2e-5});
        const Vec3 x = world.state.frames.x[0];
        Real under = 1e9;  // the lowest cloth point near the ball is below it
        for (int i = points.begin; i < points.end(); ++i)
            if (std::hypot(world.state.x[i].x() - x.x(), world.state.x[i].z() - x.z()) < 0.08)
                under = std::min(under, world.state.x[i].y());
        ASSERT_LT(under, x.y() + 0.005) << "step " << k;
        lowest_speed = world.state.frames.v[0].y();
    }
    EXPECT_GT(lowest_speed, -150);  // the cloth has taken its part
}

TEST(ClosedWorld, F3_67_things_that_start_inside_each_other_come_apart_slowly) {
    BodyDef box = body_of(Box{{0.5, 0.5, 0.5}}, {0, 0.5, 0});
    BodyDef upper = body_of(Box{{0.5, 0.5, 0.5}}, {0.1, 1.1, 0.05});  // 0.4 m too deep
    World world = rigid_world({box, upper}, Vec3(0, -9.81, 0));
    add_floor(world);
    const StepReport first = world.step({.h = 1.0 / 60});
    ASSERT_TRUE(first.start_overlap);
    EXPECT_NEAR(first.start_overlap->depth, 0.4, 1e-6);
    EXPECT_NE((first.start_overlap->a + first.start_overlap->b).find("bodies"), std::string::npos);
    Real fastest = 0;
    for (int k = 0; k < 240; ++k) {
        EXPECT_FALSE(world.step({.h = 1.0 / 60}).start_overlap);
        for (const Vec3& v : world.state.frames.v) fastest = std::max(fastest, v.norm());
    }
    EXPECT_LT(fastest, world.model.contact.push_speed);
    EXPECT_NEAR(world.state.frames.x[1].y(), 1.5, 1e-3);
    EXPECT_NEAR(world.state.frames.x[0].y(), 0.5, 1e-3);
}

TEST(ClosedWorld, F3_67_the_pushing_speed_of_a_deep_heap_does_not_stay) {
    std::vector<BodyDef> heap;
    for (int k = 0; k < 8; ++k)
        heap.push_back(
            body_of(mixed_convex(k, 0.3), {0.05 * (k % 2), 0.05 * (k / 2 % 2), 0.05 * (k / 4)}, {0, 0.3}));
    World world = rigid_world(heap);
    world.model.contact.push_iterations = 50;  // few sweeps leave some of it in a heap
    Real fastest = 0, farthest = 0;
    for (int k = 0; k < 60; ++k) {
        ASSERT_FALSE(world.step({.h = 1.0 / 60}).failure);
        for (const Vec3& v : world.state.frames.v) fastest = std::max(fastest, v.norm());
    }
    for (const Vec3& x : world.state.frames.x) farthest = std::max(farthest, x.norm());
    EXPECT_LT(fastest, 0.05);
    EXPECT_GT(farthest, 0.2);  // they did come apart
}

}  // namespace souple
