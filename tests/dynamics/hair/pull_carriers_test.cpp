// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/hair/pull_carriers.h
#include "souple/dynamics/hair/pull_carriers.h"

#include <gtest/gtest.h>

#include "souple/models/hair.h"
#include "support/hair_world.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

/// Wisps that a block of 0.5 kg carries.
World carried_hair(const Vec3& gravity) {
    World world;
    world.model.gravity = gravity;
    BodyDef block = body_of(Box{{0.1, 0.05, 0.1}}, {0, 0.06, 0});
    block.density = 125;
    add_rigid(world, rigid_of({block}));
    const Frames& frames = world.state.frames;
    add_track(world,
              {.name = "head", .keys = {{0, {frames.x[0], frames.q[0]}}}, .smooth = false, .frame = 0});
    HairDef def = test_hair();
    def.head = "head";
    def.mass = 0.02;
    def.roots = {{Vec3(-0.03, 0, 0), Vec3(0, -1, 0)}, {Vec3(0.03, 0, 0), Vec3(0.2, -1, 0)}};
    add_hair(world, def);
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
    World world = carried_hair(Vec3::Zero());
    for (Vec3& v : world.state.v) v = {0, 0, 1};  // the hair flies, the body stands
    const Vec3 start = momentum_of_all(world);
    for (int k = 0; k < 60; ++k) {
        ASSERT_FALSE(world.step({.h = 1.0 / 90}).failure);
        EXPECT_LT((momentum_of_all(world) - start).norm(), 1e-13);
    }
    EXPECT_GT(world.state.frames.v[0].z(), 0.01) << "it is taken along";
    EXPECT_GT(world.state.frames.w[0].norm(), 0.01) << "and turned, since they pull below its centre";
}

TEST(PullCarriers, a_body_and_its_hair_fall_by_the_weight_of_both_and_no_more) {
    World world = carried_hair(down);
    const Vec3 start = momentum_of_all(world);
    for (int k = 0; k < 30; ++k) ASSERT_FALSE(world.step({.h = 1.0 / 90}).failure);
    const Vec3 weight = mass_of_all(world) * down / 3;
    EXPECT_LT((momentum_of_all(world) - start - weight).norm(), 1e-12 * weight.norm());
}

TEST(PullCarriers, what_the_air_takes_from_the_hair_reaches_the_body_through_the_roots_only) {
    World world = carried_hair(Vec3::Zero());
    world.model.drags.push_back({.name = "air", .part = 1, .rate = 5});
    for (Vec3& v : world.state.v) v = {0, 0, 1};
    world.state.frames.v[0] = {0, 0, 1};
    const Real start = momentum_of_all(world).z();
    for (int k = 0; k < 10; ++k) ASSERT_FALSE(world.step({.h = 1.0 / 90}).failure);
    EXPECT_LT(momentum_of_all(world).z(), start);
    EXPECT_LT(world.state.frames.v[0].z(), 1);
    EXPECT_GT(world.state.frames.v[0].z(), 0.98);
}

TEST(PullCarriers, links_and_rods_are_led_without_being_felt) {
    World world = carried_hair(Vec3::Zero());
    EXPECT_TRUE(is_felt(world.model, world.model.hair[0]));
    world.model.parts[1].method = Method::VelocityVerlet;
    EXPECT_FALSE(is_felt(world.model, world.model.hair[0]));
}

}  // namespace souple
