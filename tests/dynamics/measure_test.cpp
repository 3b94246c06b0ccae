// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/dynamics/measure.h
#include "souple/dynamics/measure.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/test_world.h"

namespace souple {

namespace {

/// Two points and a spring between them.
World pair_world() {
    World world;
    ParticlesDef def;
    def.points = {{.position = {0, 1, 0}, .velocity = {1, 0, 0}, .mass = 2},
                  {.position = {3, 5, 0}, .velocity = {0, 0, 2}, .mass = 1}};
    def.springs = {{.a = 0, .b = 1, .rest_length = 4.0, .stiffness = 10}};
    add_particles(world, def);
    return world;
}

}  // namespace

TEST(Measure, energies_of_two_points_and_a_spring) {
    const World world = pair_world();
    const Part& part = world.model.parts[0];
    EXPECT_DOUBLE_EQ(kinetic_energy(world.model, world.state, part), 0.5 * 2 * 1 + 0.5 * 1 * 4);
    EXPECT_DOUBLE_EQ(elastic_energy(world.model, world.control, world.state, part), 0.5 * 10 * 1);
    EXPECT_DOUBLE_EQ(potential_energy(world.model, world.state, part), 9.81 * (2 * 1 + 1 * 5));
}

TEST(Measure, momenta_and_centre) {
    const World world = pair_world();
    const Part& part = world.model.parts[0];
    EXPECT_TRUE(momentum(world.model, world.state, part).isApprox(Vec3(2, 0, 2)));
    // 2 (0,1,0)x(1,0,0) + (3,5,0)x(0,0,2) = (0,0,-2) + (10,-6,0)
    EXPECT_TRUE(angular_momentum(world.model, world.state, part).isApprox(Vec3(10, -6, -2)));
    EXPECT_TRUE(centre_of_mass(world.model, world.state, part).isApprox(Vec3(1, 7.0 / 3, 0)));
    EXPECT_DOUBLE_EQ(mass_of(world.model, part), 3);
}

TEST(Measure, heights_extent_and_strain) {
    const World world = pair_world();
    const Part& part = world.model.parts[0];
    EXPECT_EQ(min_height(world.state, part), 1);
    EXPECT_EQ(max_height(world.state, part), 5);
    EXPECT_TRUE(extent(world.state, part).isApprox(Vec3(3, 4, 0)));
    EXPECT_DOUBLE_EQ(max_strain(world.model, world.state, part), 0.25);
    EXPECT_DOUBLE_EQ(rms_strain(world.model, world.state, part), 0.25);
}

TEST(Measure, a_spinning_frame_has_the_energy_and_momentum_of_its_moments) {
    World world;
    FramesDef def;
    def.frames = {{.rotation = {0, 0, 90}, .spin = {2, 0, 0}, .mass = 3, .moments = {1, 4, 9}}};
    add_frames(world, def);
    const Part& part = world.model.parts[0];
    // turned by 90 degrees about z, the world's x axis is the body's -y axis
    EXPECT_NEAR(kinetic_energy(world.model, world.state, part), 0.5 * 4 * 4, 1e-12);
    EXPECT_TRUE(angular_momentum(world.model, world.state, part).isApprox(Vec3(8, 0, 0), 1e-12));
    const MaterialPoint spot{.frame = 0, .local = {0, 1, 0}};
    EXPECT_TRUE(position_of(world.state, spot).isApprox(Vec3(-1, 0, 0), 1e-12));
    const MaterialPoint other{.frame = 0, .local = {1, 0, 0}};
    EXPECT_TRUE(velocity_of(world.state, other).isApprox(Vec3(0, 0, 2), 1e-12));
}

TEST(Measure, a_material_spot_is_found_on_the_rest_shape_and_moves_with_it) {
    World world;
    ClothDef def = small_cloth(2);
    def.part.position = {0, 3, 0};
    def.stretch = {2, 1, 1};
    add_cloth(world, def);
    const MaterialPoint spot =
        find_spot(world.model, world.model.parts[0], {.point = -1, .rest = {0.1, 0, 0.2}});
    EXPECT_TRUE(position_of(world.state, spot).isApprox(Vec3(0.2, 3, 0.2), 1e-12));
}

TEST(Measure, distances_between_parts) {
    World world;
    ParticlesDef a, b;
    a.part.name = "a";
    a.points = {{.position = {0, 0, 0}}, {.position = {5, 0, 0}}};
    b.part.name = "b";
    b.points = {{.position = {0, 1, 0}}, {.position = {5, 0, 2}}};
    add_particles(world, a);
    add_particles(world, b);
    const PartDistance distance = distance_between(world.state, world.model.parts[0], world.model.parts[1]);
    EXPECT_DOUBLE_EQ(distance.max, 2);
    EXPECT_DOUBLE_EQ(distance.rms, std::sqrt(2.5));
}

TEST(Measure, F0_9_the_oscillation_meter_is_blind_to_common_motion) {
    World world = pair_world();
    const State before = world.state;
    for (Vec3& x : world.state.x) x += Vec3(1, 2, 3);
    EXPECT_NEAR(oscillation(world.state, before, world.model.parts[0]), 0, 1e-12);
    world.state.x[0] += Vec3(0.3, 0, 0);
    world.state.x[1] -= Vec3(0.3, 0, 0);
    // sum |d|^2 - |sum d|^2 / N
    EXPECT_NEAR(oscillation(world.state, before, world.model.parts[0]), std::sqrt(2 * 0.09), 1e-12);
}

TEST(Measure, rms_speed_is_the_way_in_the_time_by_mass) {
    World world = pair_world();
    const State before = world.state;
    const Part& part = world.model.parts[0];
    EXPECT_EQ(rms_speed(world.model, world.state, before, part), 0);  // (no time has passed)
    world.state.time += 0.1;
    world.state.v[0] = Vec3(7, 0, 0);  // velocities alone move nothing
    EXPECT_EQ(rms_speed(world.model, world.state, before, part), 0);
    world.state.x[0] += Vec3(0, 0.02, 0);
    const Real share = world.model.point_mass[0] / (world.model.point_mass[0] + world.model.point_mass[1]);
    EXPECT_NEAR(rms_speed(world.model, world.state, before, part), 0.2 * std::sqrt(share), 1e-12);
}

TEST(Measure, penetration_is_the_depth_below_the_surface) {
    World world = point_world({0, -0.25, 0}, {0, 0, 0}, {.name = "p", .collides = false});
    world.model.gravity.setZero();
    add_obstacle(world, Plane{});
    run(world, 1);
    EXPECT_DOUBLE_EQ(penetration(world.model, world.control, world.state, world.model.parts[0]), 0.25);
    world.state.x[0].y() = 1;
    EXPECT_EQ(penetration(world.model, world.control, world.state, world.model.parts[0]), 0);
}

}  // namespace souple
