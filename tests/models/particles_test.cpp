// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/models/particles.h, frames.h and part_def.h
#include "souple/models/particles.h"

#include <gtest/gtest.h>

#include <cmath>

#include "souple/core/errors.h"
#include "souple/dynamics/measure.h"
#include "support/test_world.h"

namespace souple {

TEST(Particles, W1_1_a_chain_has_its_mass_and_its_points) {
    World world;
    ParticlesDef def;
    def.chains = {{.from = {0, 0, 0}, .to = {0, -1, 0}, .segments = 10, .mass = 0.5}};
    add_particles(world, def);
    EXPECT_EQ(world.model.parts[0].points.count, 11);
    EXPECT_EQ(world.model.parts[0].springs.count, 10);
    EXPECT_NEAR(mass_of(world.model, world.model.parts[0]), 0.5, 1e-15);
    EXPECT_NEAR(world.model.point_mass[0], 0.025, 1e-15);
    EXPECT_NEAR(world.model.point_mass[5], 0.05, 1e-15);
}

TEST(Particles, W1_1_a_hanging_chain_stretches_by_the_weight_below) {
    World world;
    ParticlesDef def;
    def.chains = {{.from = {0, 0, 0},
                   .to = {0, -1, 0},
                   .segments = 5,
                   .mass = 0.5,
                   .stiffness = 400,
                   .damping = 2,
                   .pinned_start = 1}};
    def.part.method = Method::ImplicitEuler;
    add_particles(world, def);
    run(world, 400, 0.02);
    for (int s = 0; s < 5; ++s) {
        const Spring& spring = world.model.springs[s];
        const Real stretch = (world.state.x[s + 1] - world.state.x[s]).norm() - spring.rest_length;
        EXPECT_NEAR(stretch, (0.05 + 0.1 * (4 - s)) * 9.81 / 400, 1e-6);
    }
}

TEST(Particles, W1_5_two_held_points_keep_the_direction_of_a_root) {
    World world;
    world.model.tracks.push_back(
        {"head", {{0, {}}, {1, {Vec3(1, 0, 0), Quat(Eigen::AngleAxis<Real>(0.5, Vec3::UnitZ()))}}}, false});
    ParticlesDef def;
    def.chains = {{.from = {0, 0, 0},
                   .to = {1, 0, 0},
                   .segments = 10,
                   .mass = 0.1,
                   .stiffness = 50,
                   .damping = 0.01,
                   .pinned_start = 2,
                   .follow = "head"}};
    def.part.substeps = 20;
    add_particles(world, def);
    run(world, 60);
    const Vec3 direction = (world.state.x[1] - world.state.x[0]).normalized();
    EXPECT_NEAR((direction - Vec3(std::cos(0.5), std::sin(0.5), 0)).norm(), 0, 1e-12);
    EXPECT_NEAR((world.state.x[0] - Vec3(1, 0, 0)).norm(), 0, 1e-12);
}

TEST(Particles, chain_bending_is_hinges_or_skip_one_springs) {
    for (const auto bending : {ChainBending::None, ChainBending::Hinge, ChainBending::SkipOne}) {
        World world;
        ParticlesDef def;
        def.chains = {{.segments = 6, .bending = bending, .bend_stiffness = 1}};
        add_particles(world, def);
        EXPECT_EQ(world.model.hinges.size(), bending == ChainBending::Hinge ? 5u : 0u);
        EXPECT_EQ(world.model.springs.size(), bending == ChainBending::SkipOne ? 11u : 6u);
    }
}

TEST(Particles, a_cloud_is_the_same_for_the_same_seed_and_name_only) {
    const auto cloud = [](const char* name, std::uint64_t seed) {
        World world;
        world.model.seed = seed;
        ParticlesDef def;
        def.part.name = name;
        def.clouds = {{.count = 15}};
        add_particles(world, def);
        return hash_of(world.state);
    };
    EXPECT_EQ(cloud("a", 1), cloud("a", 1));
    EXPECT_NE(cloud("a", 1), cloud("b", 1));
    EXPECT_NE(cloud("a", 1), cloud("a", 2));
}

TEST(Particles, a_tie_pulls_a_material_spot_to_its_place) {
    World world;
    ParticlesDef def;
    def.points = {{.position = {1, 0, 0}, .mass = 2}};
    def.holds.ties = {{.grip = {.point = 0}, .to = {1, 3, 0}, .stiffness = 50, .damping = 20}};
    def.part.method = Method::ImplicitEuler;
    add_particles(world, def);
    run(world, 600);
    EXPECT_NEAR(world.state.x[0].y(), 3 - 2 * 9.81 / 50, 1e-6);  // hangs below by weight over stiffness
}

TEST(Particles, a_tie_joins_two_spots_of_a_part_without_moving_its_centre) {
    World world;
    ParticlesDef def;
    def.points = {{.position = {0, 0, 0}, .mass = 1}, {.position = {1, 0, 0}, .mass = 3}};
    def.holds.ties = {
        {.grip = {.point = 0}, .to_part = true, .to_grip = {.point = 1}, .stiffness = 50, .damping = 20}};
    def.part.substeps = 10;
    add_particles(world, def);
    world.model.gravity.setZero();
    run(world, 300);
    EXPECT_LT((world.state.x[0] - world.state.x[1]).norm(), 1e-3);
    EXPECT_NEAR(world.state.x[0].x(), 0.75, 1e-3);
}

TEST(Particles, mistakes_name_the_point) {
    World world;
    ParticlesDef def;
    EXPECT_THROW(add_particles(world, def), InputError);  // no points
    def.points = {{}, {}};
    def.springs = {{.a = 0, .b = 5}};
    EXPECT_THROW(add_particles(world, def), InputError);
    def.springs = {{.a = 1, .b = 1}};
    EXPECT_THROW(add_particles(world, def), InputError);
}

TEST(Frames, a_constant_torque_spins_a_body_up_at_torque_over_moment) {
    World world;
    FramesDef def;
    def.frames = {{.moments = {0.5, 0.5, 0.5}}};
    def.torques = {{.frame = 0, .torque = {0, 0, 2}, .force = {3, 0, 0}}};
    add_frames(world, def);
    world.model.gravity.setZero();
    run(world, 100, 0.01);
    EXPECT_NEAR(world.state.frames.w[0].z(), 4, 1e-9);
    EXPECT_NEAR(world.state.frames.v[0].x(), 3, 1e-9);
    def.part.name = "other";
    def.torques[0].frame = 3;
    EXPECT_THROW(add_frames(world, def), InputError);
}

}  // namespace souple
