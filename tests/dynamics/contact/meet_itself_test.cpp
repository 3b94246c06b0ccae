// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/meet_itself.h: a sheet against itself, in every substep.
#include "souple/dynamics/contact/meet_itself.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "souple/dynamics/contact/hold_pairs.h"
#include "souple/dynamics/scratch.h"
#include "support/crossed_triangles.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

/// A sheet laid in folds, so near each other that any motion makes them meet.
World folded_sheet(Real friction) {
    World world;
    world.model.gravity = Vec3::Zero();
    ClothDef def = small_cloth(10);
    def.holds = {};
    def.part.thickness = 2e-3;
    def.part.friction = friction;
    def.part.self_contact = true;
    def.width = def.height = 0.6;
    add_cloth(world, def);
    for (std::size_t i = 0; i < world.state.x.size(); ++i) {
        Vec3& x = world.state.x[i];
        const Real along = x.x() / 0.06;
        x.x() = 0.03 * std::abs(std::remainder(along, 2.0));
        x.y() = 0.006 * along + 0.002 * std::sin(9 * x.z());
    }
    return world;
}

Vec3 spin_of_sheet(const World& world) {
    return angular_momentum(world.model, world.state, world.model.parts[0]);
}

struct Kept {
    Vec3 momentum, spin;
    Real energy, scale;
};

Kept kept_of(const World& world) {
    return {momentum(world), spin_of_sheet(world), kinetic_energy(world), momentum_scale(world)};
}

/// One substep in which every point flies on with its velocity, and what the sheet makes of it.
StepReport fly_on_and_meet(World& world, Real h) {
    prepare(world.model, *world.scratch);
    const Interval interval{world.model, 0, h};
    apply_controls(interval, world.control, world.state, world.scratch->profile, world.scratch->carriers);
    find_contacts(interval, world.control, world.state, *world.scratch);
    const std::vector<Vec3> before = world.state.x;
    for (std::size_t i = 0; i < before.size(); ++i) world.state.x[i] += h * world.state.v[i];
    StepReport report;
    meet_itself({world.model, world.control, world.model.parts[0], 0, h}, before, world.state,
                world.scratch->interaction, report);
    return report;
}

}  // namespace

TEST(MeetItself, keeps_momentum_and_angular_momentum_and_adds_no_energy_whatever_flies_where) {
    Rng rng{3};
    int held = 0;
    for (const Real friction : {0.0, 0.5})
        for (const Real speed : {0.5, 5.0, 50.0, 500.0})
            for (int n = 0; n < 4; ++n) {
                World world = folded_sheet(friction);
                ASSERT_EQ(brute_force_crossings(world), 0);
                for (Vec3& v : world.state.v) v = speed * random_vector(rng) + Vec3(3, 2, 1);
                const Kept before = kept_of(world);
                const StepReport report = fly_on_and_meet(world, 1e-3);
                const Kept after = kept_of(world);
                held += report.held_crossings;
                EXPECT_EQ(report.open_crossings, 0);
                EXPECT_EQ(brute_force_crossings(world), 0) << speed << " m/s";
                EXPECT_LT((after.momentum - before.momentum).norm(), 1e-12 * before.scale) << speed;
                EXPECT_LT((after.spin - before.spin).norm(), 1e-11 * before.scale) << speed;
                EXPECT_LE(after.energy, before.energy * (1 + 1e-12)) << speed;
            }
    EXPECT_GT(held, 100);
}

TEST(MeetItself, needs_nobody_else_in_the_world) {
    for (const bool has_company : {false, true}) {
        World world = folded_sheet(0);
        world.model.parts[0].surface.touches = Touches::Nothing;
        if (has_company) add_rigid(world, rigid_of({body_of(Sphere{0.1}, Vec3(50, 0, 0))}));
        for (std::size_t i = 0; i < world.state.x.size(); ++i)
            world.state.v[i] = Vec3(0, world.state.x[i].y() > 0 ? -20 : 20, 0);
        EXPECT_GT(fly_on_and_meet(world, 1e-3).held_crossings, 0)
            << (has_company ? "with" : "without") << " a ball";
        EXPECT_EQ(brute_force_crossings(world), 0);
    }
}

TEST(MeetItself, goes_on_after_a_try_that_was_not_finite) {
    World broken = folded_sheet(0), whole = broken;
    for (World* world : {&broken, &whole})
        for (Vec3& v : world->state.v) v = Vec3(0.1, 0, 0);
    const State start = broken.state;
    broken.state.v[5].x() = std::numeric_limits<Real>::quiet_NaN();
    fly_on_and_meet(broken, 1e-3);
    broken.state = start;  // as try and restore does, with the scratch of the try
    for (World* world : {&broken, &whole}) {
        for (std::size_t i = 0; i < world->state.x.size(); ++i)
            world->state.v[i] = Vec3(0, world->state.x[i].y() > 0 ? -20 : 20, 0);
        EXPECT_GT(fly_on_and_meet(*world, 1e-3).held_crossings, 0);
    }
    EXPECT_EQ(broken.state.x, whole.state.x);
}

TEST(HoldPairs, forgets_zones_of_a_larger_model) {
    World world = folded_sheet(0);
    prepare(world.model, *world.scratch);
    InteractionScratch& scratch = world.scratch->interaction;
    HoldScratch& hold = scratch.hold;
    const int larger = static_cast<int>(world.state.x.size()) + 50;
    hold.zone.assign(larger, 0);
    hold.moved.assign(larger, 1);
    hold.members = hold.moved_points = {larger - 1, 3};
    const HoldRun run{world.model, scratch.movers, world.state.x, world.state.x,
                      1e-3,        false,          world.state,   hold};
    begin_hold(run);
    EXPECT_EQ(hold.zone, std::vector<int>(world.state.x.size(), -1));
    EXPECT_EQ(hold.moved, std::vector<std::uint8_t>(world.state.x.size(), 0));
    EXPECT_TRUE(hold.members.empty() && hold.moved_points.empty());
}

TEST(MeetItself, layers_that_meet_stop_and_rub) {
    // the upper half of the folds comes down and slides along the lower one
    Real left_over[2] = {0, 0};
    for (const int rough : {0, 1}) {
        World world = folded_sheet(rough ? 1 : 0);
        for (std::size_t i = 0; i < world.state.x.size(); ++i)
            world.state.v[i] = world.state.x[i].y() > 0 ? Vec3(0, -2, 1) : Vec3(0, 2, -1);
        const Real before = kinetic_energy(world);
        fly_on_and_meet(world, 2e-3);
        left_over[rough] = kinetic_energy(world) / before;
    }
    EXPECT_LT(left_over[0], 0.99);
    EXPECT_LT(left_over[1], 0.99 * left_over[0]);
}

TEST(MeetItself, friction_never_outlasts_what_presses) {
    Rng rng{4};
    int rubbed = 0;
    for (const Real speed : {0.5, 5.0, 50.0})
        for (int n = 0; n < 4; ++n) {
            World world = folded_sheet(0.5);
            for (Vec3& v : world.state.v) v = speed * random_vector(rng);
            fly_on_and_meet(world, 1e-3);
            for (const HoldRow& row : world.scratch->interaction.hold.rows) {
                rubbed += row.least_impulse > 0 ? 1 : 0;
                EXPECT_GE(row.impulse, row.least_impulse * (1 - 1e-12)) << speed;
            }
        }
    EXPECT_GT(rubbed, 100);
}

TEST(MeetItself, layers_whose_points_lie_over_points_stay_as_far_apart_as_they_are_thick) {
    // a handkerchief folded along a diagonal: edges lie along edges, diagonals along diagonals or across
    for (const Real sign : {1.0, -1.0}) {
        World world = folded_sheet(0);
        const std::vector<Vec3>& rest = world.model.point_rest;
        std::vector<int> upper;
        for (std::size_t i = 0; i < rest.size(); ++i) {
            Vec3& x = world.state.x[i];
            x = rest[i] - rest[rest.size() / 2];
            x.y() = 0;
            if (x.z() - sign * x.x() < 1e-9) continue;
            x = {sign * x.z(), 0.008, sign * x.x()};
            world.state.v[i] = Vec3(0, -3, 0);
            upper.push_back(static_cast<int>(i));
        }
        fly_on_and_meet(world, 2e-3);  // (6 mm, were it free)
        for (const int i : upper)
            for (std::size_t j = 0; j < rest.size(); ++j) {
                const Vec3 way = world.state.x[i] - world.state.x[j];
                if (std::hypot(way.x(), way.z()) < 0.01 && static_cast<int>(j) != i) {
                    EXPECT_GT(way.norm(), 0.0038) << sign << " " << i << " " << j;
                }
            }
        EXPECT_EQ(brute_force_crossings(world), 0);
    }
}

TEST(MeetItself, a_sheet_that_swings_down_stretches_no_more_than_one_that_passes_through_itself) {
    Real strain[2] = {0, 0}, lowest[2] = {0, 0};
    for (const int meets : {0, 1}) {
        World world;
        ClothDef def;
        def.columns = def.rows = 12;
        def.part.self_contact = meets == 1;
        def.holds.pins = {{.edge = "top"}};
        add_cloth(world, def);
        for (int n = 0; n < 240; ++n) {
            const StepReport report = world.step();
            ASSERT_FALSE(report.failure);
            ASSERT_EQ(report.open_crossings, 0);
            strain[meets] =
                std::max(strain[meets], max_strain(world.model, world.state, world.model.parts[0]));
            lowest[meets] = std::min(lowest[meets], min_height(world.state, world.model.parts[0]));
            if (meets && n % 4 == 0) {
                ASSERT_EQ(brute_force_crossings(world), 0) << n;
            }
        }
    }
    EXPECT_LT(strain[1], 1.25 * strain[0] + 0.05);
    EXPECT_GT(lowest[1], 1.05 * lowest[0]);
}

TEST(MeetItself, a_free_sheet_that_is_folded_together_loses_energy_only) {
    World world = folded_sheet(0.5);
    for (std::size_t i = 0; i < world.state.x.size(); ++i)
        world.state.v[i] = {0, -60 * world.state.x[i].y(), 0.5};
    const Part& part = world.model.parts[0];
    const auto energy = [&] {
        return kinetic_energy(world) + elastic_energy(world.model, world.control, world.state, part);
    };
    prepare(world.model, *world.scratch);
    world.step({.h = 1e-6});
    const Real start = energy();
    const Vec3 momentum_before = momentum(world), spin_before = spin_of_sheet(world);
    const Real scale = momentum_scale(world);
    Real most = 0;
    for (int n = 0; n < 200; ++n) {
        world.step({.h = 1.0 / 240});
        most = std::max(most, energy());
        ASSERT_EQ(brute_force_crossings(world), 0) << n;
    }
    EXPECT_LT(most, 1.01 * start);
    EXPECT_LT(energy(), 0.9 * start);
    EXPECT_LT((momentum(world) - momentum_before).norm(), 1e-11 * scale);
    EXPECT_LT((spin_of_sheet(world) - spin_before).norm(), 1e-10 * scale);
}

TEST(MeetItself, a_resumed_run_without_scratch_gives_the_same_bits) {
    World world = folded_sheet(0.5);
    for (std::size_t i = 0; i < world.state.x.size(); ++i)
        world.state.v[i] = {0, -60 * world.state.x[i].y(), 0};
    for (int n = 0; n < 20; ++n) world.step({.h = 1.0 / 240});
    World resumed;
    resumed.model = world.model;
    resumed.state = world.state;
    for (int n = 0; n < 20; ++n) {
        world.step({.h = 1.0 / 240});
        resumed.step({.h = 1.0 / 240});
    }
    EXPECT_EQ(world.state.x, resumed.state.x);
    EXPECT_EQ(world.state.v, resumed.state.v);
}

}  // namespace souple
