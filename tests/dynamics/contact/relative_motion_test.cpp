// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/relative_motion.h
#include "souple/dynamics/contact/relative_motion.h"

#include <gtest/gtest.h>

#include <numeric>

#include "support/rigid_world.h"

namespace souple {
namespace {

/// Bodies and points that fly about.
World swarm() {
    World world = rigid_world(mixed_bodies(4, 2, 0.6, 2, {}));
    ParticlesDef dust;
    dust.part.name = "dust";
    Rng rng{3};
    for (int k = 0; k < 5; ++k)
        dust.points.push_back(
            {.position = random_vector(rng), .velocity = random_vector(rng), .mass = rng.uniform(0.1, 2)});
    add_particles(world, dust);
    return world;
}

std::vector<int> all_movers(const World& world) {
    std::vector<int> movers(world.model.frame_inertia.size() + world.model.point_mass.size());
    std::iota(movers.begin(), movers.end(), 0);
    return movers;
}

Vec3 common_spin(const World& world) {
    Vec3 sum = Vec3::Zero();
    for (const Part& part : world.model.parts) sum += angular_momentum(world.model, world.state, part);
    return sum;
}

}  // namespace

TEST(RelativeMotion, slowing_it_takes_what_was_asked_for_and_keeps_both_momenta) {
    World world = swarm();
    const std::vector<int> movers = all_movers(world);
    const Real before = kinetic_energy(world);
    const Vec3 linear = momentum(world), angular = common_spin(world);
    const auto common = common_motion(world.model, world.state, movers);
    ASSERT_TRUE(common);
    const Real all = common->relative, part = 0.3 * all;
    EXPECT_EQ(slow_relative_motion(movers, *common, part, world.state), part);
    EXPECT_NEAR(kinetic_energy(world), before - part, 1e-13 * before);
    // more than there is
    const auto slower = common_motion(world.model, world.state, movers);
    EXPECT_NEAR(slow_relative_motion(movers, *slower, before, world.state), all - part, 1e-13 * before);
    EXPECT_NEAR(kinetic_energy(world), before - all, 1e-13 * before);
    EXPECT_LT((momentum(world) - linear).norm(), 1e-13 * momentum_scale(world));
    EXPECT_LT((common_spin(world) - angular).norm(), 1e-12 * angular.norm());
}

TEST(RelativeMotion, a_rigid_motion_has_none) {
    World world = swarm();
    const Vec3 v(1, 2, 3), w(0.3, -1, 2);
    for (int f = 0; f < world.state.frames.count(); ++f) {
        world.state.frames.v[f] = v + w.cross(world.state.frames.x[f]);
        world.state.frames.w[f] = w;
    }
    for (std::size_t i = 0; i < world.state.x.size(); ++i) world.state.v[i] = v + w.cross(world.state.x[i]);
    const std::vector<int> movers = all_movers(world);
    const auto common = common_motion(world.model, world.state, movers);
    ASSERT_TRUE(common);
    EXPECT_LT((common->w - w).norm(), 1e-13);
    EXPECT_LT((common->at(Vec3::Zero()) - v).norm(), 1e-13);
    EXPECT_LT(common->relative, 1e-14 * kinetic_energy(world));
    EXPECT_NEAR(rest_of(world.model, world.state, movers).relative, kinetic_energy(world),
                1e-14 * kinetic_energy(world));
}

TEST(RelativeMotion, what_lies_on_a_line_has_no_common_motion) {
    World world = swarm();
    const int first = world.state.frames.count();
    const std::vector<int> one{first}, two{first, first + 1};
    EXPECT_FALSE(common_motion(world.model, world.state, one));
    EXPECT_FALSE(common_motion(world.model, world.state, two));
    EXPECT_FALSE(common_motion(world.model, world.state, {}));
}

}  // namespace souple
