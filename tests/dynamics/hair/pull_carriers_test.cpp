// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/hair/pull_carriers.h
#include "souple/dynamics/hair/pull_carriers.h"

#include <gtest/gtest.h>

#include "souple/core/errors.h"
#include "souple/models/articulated.h"
#include "souple/models/hair.h"
#include "support/hair_world.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

constexpr Method hair_methods[] = {Method::CorrectedEuler, Method::VelocityVerlet};

BodyDef head_block() {
    BodyDef block = body_of(Box{{0.1, 0.05, 0.1}}, {0, 0.06, 0});
    block.density = 125;  // 0.5 kg
    return block;
}

/// Two wisps of 40 g together on a frame; the springs or rods of `method`.
void hang_wisps_on(World& world, int frame, Method method) {
    const Frames& frames = world.state.frames;
    add_track(
        world,
        {.name = "head", .keys = {{0, {frames.x[frame], frames.q[frame]}}}, .smooth = false, .frame = frame});
    HairDef def = test_hair();
    def.part.method = method;
    if (method == Method::VelocityVerlet) def.part.substeps = 1;
    def.head = "head";
    def.mass = 0.02;
    def.roots = {{Vec3(-0.03, 0, 0), Vec3(0, -1, 0)}, {Vec3(0.03, 0, 0), Vec3(0.2, -1, 0)}};
    add_hair(world, def);
}

/// Wisps that a block carries.
World carried_hair(const Vec3& gravity, Method method) {
    World world;
    world.model.gravity = gravity;
    add_rigid(world, rigid_of({head_block()}));
    hang_wisps_on(world, 0, method);
    return world;
}

/// Wisps that the lower of two links carries; nothing holds the upper one.
World hair_on_a_link(const Vec3& gravity, Method method) {
    World world;
    world.model.gravity = gravity;
    ArticulatedDef def;
    def.floating = true;
    LimbDef chest, head;
    chest.name = "chest";
    chest.body = head.body = head_block();
    chest.body.position.y() += 0.12;
    head.name = "head";
    head.parent = "chest";
    head.joint.kind = JointKind::Ball;
    head.joint.at = {0, 0.12, 0};
    def.links = {chest, head};
    add_articulated(world, def);
    hang_wisps_on(world, 1, method);
    return world;
}

Vec3 momentum_of_all(const World& world) {
    Vec3 sum = Vec3::Zero();
    for (const Part& part : world.model.parts) sum += momentum(world.model, world.state, part);
    return sum;
}

Real mass_of_all(const World& world) {
    Real sum = 0;
    for (const Real mass : world.model.point_mass) sum += mass;
    for (const FrameInertia& inertia : world.model.frame_inertia) sum += inertia.mass;
    return sum;
}

}  // namespace

TEST(PullCarriers, a_body_and_its_hair_keep_their_momentum_together) {
    for (const Method method : hair_methods) {
        World world = carried_hair(Vec3::Zero(), method);
        for (Vec3& v : world.state.v) v = {0, 0, 1};  // the hair flies, the body stands
        const Vec3 start = momentum_of_all(world);
        for (int k = 0; k < 60; ++k) {
            ASSERT_FALSE(world.step({.h = 1.0 / 90}).failure);
            EXPECT_LT((momentum_of_all(world) - start).norm(), 1e-13);
        }
        EXPECT_GT(world.state.frames.v[0].z(), 0.01) << "it is taken along";
        EXPECT_GT(world.state.frames.w[0].norm(), 0.01) << "and turned, since they pull below its centre";
    }
}

TEST(PullCarriers, a_tree_and_the_hair_on_one_of_its_links_keep_their_momentum_together) {
    for (const Method method : hair_methods) {
        World world = hair_on_a_link(Vec3::Zero(), method);
        for (Vec3& v : world.state.v) v = {0, 0, 1};
        const Vec3 start = momentum_of_all(world);
        for (int k = 0; k < 60; ++k) {
            ASSERT_FALSE(world.step({.h = 1.0 / 90}).failure);
            EXPECT_LT((momentum_of_all(world) - start).norm(), 1e-13);
        }
        EXPECT_GT(world.state.frames.v[0].norm(), 0.005) << "the other link feels it through the joint";
        EXPECT_GT((world.state.frames.w[1] - world.state.frames.w[0]).norm(), 0.01) << "the joint turns";
    }
}

TEST(PullCarriers, a_body_and_its_hair_fall_by_the_weight_of_both_and_no_more) {
    for (const Method method : hair_methods)
        for (const bool on_a_link : {false, true}) {
            World world = on_a_link ? hair_on_a_link(down, method) : carried_hair(down, method);
            const Vec3 start = momentum_of_all(world);
            for (int k = 0; k < 30; ++k) ASSERT_FALSE(world.step({.h = 1.0 / 90}).failure);
            const Vec3 weight = mass_of_all(world) * down / 3;
            EXPECT_LT((momentum_of_all(world) - start - weight).norm(), 1e-12 * weight.norm());
        }
}

TEST(PullCarriers, what_the_air_takes_from_the_hair_reaches_the_body_through_the_roots_only) {
    for (const Method method : hair_methods) {
        World world = carried_hair(Vec3::Zero(), method);
        world.model.drags.push_back({.name = "air", .part = 1, .rate = 5});
        for (Vec3& v : world.state.v) v = {0, 0, 1};
        world.state.frames.v[0] = {0, 0, 1};
        const Real start = momentum_of_all(world).z();
        for (int k = 0; k < 10; ++k) ASSERT_FALSE(world.step({.h = 1.0 / 90}).failure);
        EXPECT_LT(momentum_of_all(world).z(), start);
        EXPECT_LT(world.state.frames.v[0].z(), 1);
        EXPECT_GT(world.state.frames.v[0].z(), 0.98);
    }
}

TEST(PullCarriers, what_a_solid_holds_of_the_hair_the_body_does_not_bear) {
    for (const Method method : hair_methods) {
        World world = carried_hair(down, method);
        add_fixed(world, Box{{1, 0.05, 1}}, {{0, -0.15, 0}, Quat::Identity()}, {});
        const Real start = momentum_of_all(world).y();
        for (int k = 0; k < 10; ++k) ASSERT_FALSE(world.step({.h = 1.0 / 90}).failure);
        const Real fallen = momentum_of_all(world).y() - start;  // the block is still above it
        EXPECT_GT(fallen, -0.99 * mass_of_all(world) * g / 9);
    }
}

TEST(PullCarriers, hair_weighs_on_a_body_where_its_roots_are) {
    // one root, an arm below the centre: pushed aside there, the body answers with 1/m + arm^2/J
    World world = carried_hair(Vec3::Zero(), Method::CorrectedEuler);
    Hair& hair = world.model.hair[0];
    const FrameInertia& block = world.model.frame_inertia[0];
    const Real exact = 0.02 * (1 / block.mass + 0.06 * 0.06 / block.moments.x());
    for (int i = 10; i < 20; ++i) world.model.point_mass[i] = 0;  // the second wisp
    world.state.x[1] = Vec3(0, 0, 0);
    const Real weight = weight_on_carrier(world.model, hair, world.state);
    EXPECT_GE(weight, exact * (1 - 1e-12));
    EXPECT_LE(weight, 1.03 * exact);
}

TEST(PullCarriers, a_tree_bears_more_than_its_link_alone) {
    const World free = carried_hair(Vec3::Zero(), Method::CorrectedEuler);
    const World tree = hair_on_a_link(Vec3::Zero(), Method::CorrectedEuler);
    const Real alone = weight_on_carrier(free.model, free.model.hair[0], free.state);
    const Real held = weight_on_carrier(tree.model, tree.model.hair[0], tree.state);
    EXPECT_LT(held, alone);
    EXPECT_GT(held, 0.4 * alone) << "two links of the same mass";
}

TEST(PullCarriers, hair_that_is_too_heavy_for_its_body_is_refused) {
    for (const Real mass : {0.02, 0.6}) {  // the block has 0.5 kg
        World world;
        add_rigid(world, rigid_of({head_block()}));
        add_track(world, {.name = "head", .keys = {{0, {}}}, .smooth = false, .frame = 0});
        HairDef def = test_hair();
        def.head = "head";
        def.roots = {{Vec3(0, 0, 0), Vec3(0, -1, 0)}};
        def.mass = mass;
        if (mass < 0.5)
            EXPECT_NO_THROW(add_hair(world, def));
        else
            EXPECT_THROW(add_hair(world, def), InputError);
    }
}

TEST(PullCarriers, a_pull_at_one_tree_leaves_the_others_as_they_are_to_the_bit) {
    World world = hair_on_a_link(Vec3::Zero(), Method::CorrectedEuler);
    ArticulatedDef other;
    other.part.name = "other";
    other.floating = true;
    LimbDef limb;
    limb.name = "limb";
    limb.body = head_block();
    limb.body.position.x() += 5;
    other.links = {limb};
    add_articulated(world, other);
    const Frames before = world.state.frames;
    CarrierScratch scratch;
    pull_carrier(world.model, world.model.hair[0], {Vec3(0, 0, 0.1), Vec3(0.01, 0, 0)}, world.state, scratch);
    EXPECT_GT((world.state.frames.v[1] - before.v[1]).norm(), 0.01);
    EXPECT_EQ(world.state.frames.v[2], before.v[2]);
    EXPECT_EQ(world.state.frames.w[2], before.w[2]);
}

TEST(PullCarriers, segments_that_only_turn_are_led_without_being_felt) {
    World world = carried_hair(Vec3::Zero(), Method::CorrectedEuler);
    EXPECT_TRUE(is_felt(world.model, world.model.hair[0]));
    world.model.hair[0].material.turning = 1;
    EXPECT_FALSE(is_felt(world.model, world.model.hair[0]));
}

}  // namespace souple
