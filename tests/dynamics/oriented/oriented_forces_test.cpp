// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/oriented/oriented_forces.h
#include "souple/dynamics/oriented/oriented_forces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "souple/core/parallel.h"
#include "souple/dynamics/measure.h"
#include "souple/dynamics/scratch.h"
#include "support/oriented_world.h"
#include "support/test_world.h"

namespace souple {
namespace {

const BlockShape small_block{{4, 4, 4}, 0.95, 0.05};

OrientedDef closed_def(LawForm form, bool with_friction) {
    std::vector<InteractionDef> laws{interaction(LawKind::Cohesion, 0.05),
                                     interaction(LawKind::PrincipalShape, 2),
                                     interaction(LawKind::CoLinear, 0.5)};
    laws[1].curvature = {{0.3, 0.1}};
    for (InteractionDef& law : laws) law.law.form = form;
    if (with_friction) laws.push_back(interaction(LawKind::PairFriction, 0.5));
    OrientedDef def = oriented_def(small_block, laws);
    def.objects[0].spin = Vec3(0.1, 0.2, -0.1);
    return def;
}

Real total_energy(const World& world) {
    const Part& part = world.model.parts[0];
    return kinetic_energy(world.model, world.state, part) +
           elastic_energy(world.model, world.control, world.state, part);
}

Vec3 spin_of_all(const World& world) {
    return angular_momentum(world.model, world.state, world.model.parts[0]);
}

TEST(OrientedForces, F0_22_test_5_a_closed_system_keeps_momentum_and_angular_momentum) {
    World world = oriented_world(closed_def(LawForm::Energy, true));
    const Part& part = world.model.parts[0];
    const Vec3 before = spin_of_all(world), push = momentum(world.model, world.state, part);
    run(world, 100, 0.005);
    EXPECT_LT((momentum(world.model, world.state, part) - push).norm(), 1e-11);
    EXPECT_LT((spin_of_all(world) - before).norm(), 1e-6 * before.norm());
}

TEST(OrientedForces, F0_22_test_5_fails_when_torques_are_given_back_as_the_source_does) {
    World world = oriented_world(closed_def(LawForm::Printed, true));
    const Vec3 before = spin_of_all(world);
    run(world, 100, 0.005);
    EXPECT_GT((spin_of_all(world) - before).norm(), 2e-3 * before.norm());
}

TEST(OrientedForces, F0_22_test_6_energy_error_falls_by_four_when_the_step_halves) {
    const auto worst = [](Real h) {
        World world = oriented_world(closed_def(LawForm::Energy, false));
        const Real start = total_energy(world);
        Real error = 0;
        for (int k = 0; k < std::lround(0.4 / h); ++k) {
            world.step({.h = h});
            error = std::max(error, std::abs(total_energy(world) - start));
        }
        return error;
    };
    const Real coarse = worst(0.004), fine = worst(0.002);
    EXPECT_GT(coarse / fine, 3.3);
    EXPECT_LT(coarse / fine, 4.9);
}

TEST(OrientedForces, F0_15_test_6_friction_only_takes_energy) {
    World world = oriented_world(closed_def(LawForm::Energy, true));
    Real before = total_energy(world);
    for (int k = 0; k < 60; ++k) {
        world.step({.h = 0.001});
        const Real now = total_energy(world);
        EXPECT_LT(now, before + 1e-9 * std::abs(before));
        before = now;
    }
}

TEST(OrientedForces, F0_23_test_26_the_grid_finds_what_brute_force_finds) {
    const World world = oriented_world(
        oriented_def(BlockShape{{7, 6, 5}, 0.8, 0.3}, {interaction(LawKind::Cohesion, 1, 1.7)}));
    const std::vector<Vec3>& x = world.state.frames.x;
    std::vector<Bond> expected;
    for (int i = 0; i < world.state.frames.count(); ++i)
        for (int j = i + 1; j < world.state.frames.count(); ++j)
            if (const Real length = (x[j] - x[i]).norm(); length < 1.7) expected.push_back({i, j, length});
    EXPECT_GT(expected.size(), 1000u);
    EXPECT_EQ(pairs_in_range(world.model.oriented[0], x), expected);
}

TEST(OrientedForces, F0_23_the_age_of_the_neighbour_list_changes_no_bit) {
    World kept = oriented_world(closed_def(LawForm::Energy, true)), fresh = kept;
    for (int k = 0; k < 30; ++k) {
        kept.step({.h = 0.01});
        fresh.scratch = {};
        fresh.step({.h = 0.01});
    }
    EXPECT_EQ(hash_of(kept.state), hash_of(fresh.state));
}

TEST(OrientedForces, F0_22_threads_change_no_bit) {
    OrientedDef def = closed_def(LawForm::Energy, true);
    def.objects[0].shape = BlockShape{{12, 12, 12}, 0.95, 0.05};
    def.settings.neighbourhood = Neighbourhood::Bonded;
    std::set<std::uint64_t> hashes;
    for (const int threads : {1, 2, 8}) {
        const ThreadLimit limit(threads);
        World world = oriented_world(def);
        run(world, 3, 0.005);
        hashes.insert(hash_of(world.state));
    }
    EXPECT_EQ(hashes.size(), 1u);
}

TEST(OrientedForces, F0_22_test_27_the_order_of_particles_matters_only_to_rounding) {
    Rng rng{3};
    std::vector<PlacedParticle> placed = place_particles(small_block, rng);
    const auto world_of = [&](const std::vector<int>& order) {
        SingleParticles shape;
        for (const int i : order) shape.particles.push_back({.position = placed[i].pose.position});
        OrientedDef def = closed_def(LawForm::Energy, true);
        def.objects[0].shape = shape;
        World world = oriented_world(def);
        run(world, 20, 0.005);
        return world;
    };
    std::vector<int> order(placed.size()), shuffled;
    std::iota(order.begin(), order.end(), 0);
    for (const int i : order) shuffled.push_back((i * 37) % 64);
    const World plain = world_of(order), other = world_of(shuffled);
    for (int k = 0; k < 64; ++k)
        EXPECT_LT((plain.state.frames.x[shuffled[k]] - other.state.frames.x[k]).norm(), 1e-9);
}

TEST(OrientedForces, F0_19_F0_20_test_14_types_and_objects_decide_what_acts) {
    const ParticleKind hinge{0, 0, {}}, a{1, 0, {}}, b{2, 0, {}}, elsewhere{1, 1, {}}, far_hinge{0, 1, {}};
    EXPECT_EQ(mode_between(a, a), LawMode::Complete);
    EXPECT_EQ(mode_between(a, hinge), LawMode::Complete);
    EXPECT_EQ(mode_between(hinge, a), LawMode::Central);
    EXPECT_EQ(mode_between(a, b), LawMode::Repulsion);
    EXPECT_EQ(mode_between(hinge, hinge), LawMode::Repulsion);
    for (const ParticleKind& own : {hinge, a, b})
        for (const ParticleKind& other : {elsewhere, far_hinge})
            EXPECT_EQ(mode_between(own, other), LawMode::Repulsion);
}

/// Two particles 1.2 m apart, pulled to 2 m for a while and pushed back together.
World torn_pair(Neighbourhood neighbourhood) {
    OrientedDef def = oriented_def(RowShape{2, 1}, {interaction(LawKind::Cohesion, 0.5)});
    def.settings.neighbourhood = neighbourhood;
    def.settings.drag = 2;
    World world = oriented_world(def);
    world.state.frames.x[1].x() += 1.2;
    world.step({.h = 0.01});
    world.state.frames.x[1].x() -= 0.7;
    run(world, 400, 0.01);
    return world;
}

TEST(OrientedForces, F0_24_free_particles_stick_again_and_broken_bonds_do_not) {
    const World free = torn_pair(Neighbourhood::Free), bonded = torn_pair(Neighbourhood::Bonded);
    const auto distance = [](const World& world) {
        return (world.state.frames.x[1] - world.state.frames.x[0]).norm();
    };
    EXPECT_LT(distance(free), 1.1);
    EXPECT_GT(distance(bonded), 1.4);
    EXPECT_TRUE(bonded.state.oriented[0].bonds.empty());
    EXPECT_EQ(fragment_count(free.model.oriented[0], free.state.frames.x, free.state.oriented[0]), 1);
    EXPECT_EQ(fragment_count(bonded.model.oriented[0], bonded.state.frames.x, bonded.state.oriented[0]), 2);
}

TEST(OrientedForces, F0_21_test_15_a_particle_sinks_into_the_penalty_ground_by_weight_over_stiffness) {
    OrientedDef def = oriented_def(RowShape{1, 1}, {interaction(LawKind::Cohesion, 0.5)});
    def.settings.obstacle_stiffness = 500;
    def.settings.obstacle_damping = 30;
    def.part.position = Vec3(0, 0.3, 0);
    World world = oriented_world(def);
    world.model.gravity = Vec3(0, -10, 0);
    add_obstacle(world, Plane{Vec3::UnitY(), 0});
    run(world, 400, 0.01);
    EXPECT_NEAR(world.state.frames.x[0].y(), -10.0 / 500, 1e-6);
}

TEST(OrientedForces, F0_40_test_28_planar_motion_is_that_of_space_restricted_to_the_plane) {
    OrientedDef def = oriented_def(
        RingShape{8, 1.2}, {interaction(LawKind::Cohesion, 0.1), interaction(LawKind::PrincipalShape, 5),
                            interaction(LawKind::PairFriction, 0.5)});
    def.laws[0].interactions[1].law.axis = Vec3::UnitY();
    World space = oriented_world(def);
    def.settings.planar = true;
    World plane = oriented_world(def);
    run(space, 100, 0.005);
    run(plane, 100, 0.005);
    for (int i = 0; i < 8; ++i) {
        EXPECT_LT((space.state.frames.x[i] - plane.state.frames.x[i]).norm(), 1e-9);
        EXPECT_EQ(plane.state.frames.x[i].z(), 0);
    }
}

TEST(OrientedForces, F0_45_heat_is_shared_along_bonds_and_melts_them) {
    OrientedDef def = oriented_def(RowShape{3, 1}, {interaction(LawKind::Cohesion, 0.1, 1.5)});
    def.settings.neighbourhood = Neighbourhood::Bonded;
    def.settings.melting = {.stiffness = 50, .softens_at = 1, .melts_at = 2, .conduction = 1};
    def.heat = {{{0}, 2.4}};
    World world = oriented_world(def);
    world.step({.h = 0.01});
    const OrientedMemory& memory = world.state.oriented[0];
    EXPECT_NEAR(memory.heat[0] + memory.heat[1] + memory.heat[2], 2.4, 1e-12);
    EXPECT_GT(memory.heat[1], 0.02);
    EXPECT_EQ(memory.bonds.size(), 2u);  // the mean of a bond's ends is still below what melts it
    def.heat = {{{0}, 4.2}};
    world = oriented_world(def);
    world.step({.h = 0.01});
    EXPECT_EQ(world.state.oriented[0].bonds.size(), 1u);
}

TEST(OrientedForces, F0_45_a_bond_half_way_to_melting_pulls_half_as_hard) {
    OrientedDef def = oriented_def(RowShape{2, 1}, {interaction(LawKind::Cohesion, 0, 1.9)});
    def.settings.neighbourhood = Neighbourhood::Bonded;
    def.settings.melting = {.stiffness = 50, .softens_at = 1, .melts_at = 2, .conduction = 0};
    const auto pull = [&def](Real heat) {
        def.heat = {{{}, heat}};
        World world = oriented_world(def);
        world.state.frames.x[1].x() += 0.1;
        world.step({.h = 1e-3});
        return -world.state.frames.v[1].x() / 1e-3;
    };
    EXPECT_NEAR(pull(0.5), 5, 1e-2);
    EXPECT_NEAR(pull(1.5), 2.5, 1e-2);
}

}  // namespace
}  // namespace souple
