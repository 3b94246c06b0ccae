// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/hold_sheets.h: sheets never pass through each other or themselves.
#include "souple/dynamics/contact/hold_sheets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "souple/dynamics/scratch.h"
#include "support/crossed_triangles.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

ClothDef sheet(const std::string& name, const Vec3& position, const Vec3& rotation) {
    ClothDef def = small_cloth(6);
    def.holds = {};
    def.part.name = name;
    def.part.position = position;
    def.part.rotation = rotation;
    def.part.substeps = 4;
    def.part.thickness = 1e-3;
    def.part.friction = 0;
    def.part.touches = Touches::Everything;
    def.part.self_contact = true;
    def.width = def.height = 0.6;
    return def;
}

/// A sheet that flies down onto another one, turned and shifted against it.
World two_sheets(Real speed, Touches touches = Touches::Everything) {
    World world;
    world.model.gravity = Vec3::Zero();
    add_cloth(world, sheet("lower", {0, 0, 0}, {0, 0, 0}));
    ClothDef upper = sheet("upper", {0.037, 0.1, 0.021}, {4, 33, 3});
    upper.part.velocity = {0.1 * speed, -speed, 0};
    upper.part.touches = touches;
    add_cloth(world, upper);
    return world;
}

Vec3 spin_of_sheets(const World& world) {
    Vec3 sum = Vec3::Zero();
    for (const Part& part : world.model.parts) sum += angular_momentum(world.model, world.state, part);
    return sum;
}

/// What an interval without any impulse would have done, taken back by holding alone.
StepReport hold_after(World& world, const std::vector<Vec3>& end) {
    prepare(world.model, *world.scratch);
    const Interval interval{world.model, 0, 0.01};
    apply_controls(interval, world.control, world.state, world.scratch->profile, world.scratch->carriers);
    find_contacts(interval, world.control, world.state, *world.scratch);
    for (std::size_t i = 0; i < end.size(); ++i) {
        world.state.v[i] = (end[i] - world.state.x[i]) / interval.length;
        world.state.x[i] = end[i];
    }
    StepReport report;
    hold_sheets(interval, world.control, world.state, *world.scratch, report);
    return report;
}

}  // namespace

TEST(HoldSheets, F3_75_sheets_that_fly_into_each_other_are_never_crossed) {
    for (const Real speed : {0.5, 4.0, 40.0}) {
        World world = two_sheets(speed);
        for (int n = 0; n < 40; ++n) {
            const StepReport report = world.step({.h = 1.0 / 120});
            ASSERT_FALSE(report.failure) << speed;
            ASSERT_EQ(brute_force_crossings(world), 0) << speed << " m/s, step " << n;
            EXPECT_EQ(report.open_crossings, 0);
        }
    }
}

TEST(HoldSheets, sheets_that_ignore_each_other_are_crossed) {
    World world = two_sheets(4, Touches::Bodies);
    int most = 0;
    for (int n = 0; n < 10; ++n) {
        world.step({.h = 1.0 / 120});
        most = std::max(most, brute_force_crossings(world));
    }
    EXPECT_GT(most, 10);
}

TEST(HoldSheets, F3_75_sheets_that_meet_keep_their_momentum) {
    World world = two_sheets(4);
    const Vec3 before = momentum(world);
    const Real scale = momentum_scale(world);
    for (int n = 0; n < 40; ++n) world.step({.h = 1.0 / 120});
    EXPECT_LT((momentum(world) - before).norm(), 1e-13 * scale);
    EXPECT_GT(world.state.v[0].norm(), 0);  // the lower one has been set moving
}

TEST(HoldSheets, holding_alone_keeps_momentum_and_adds_no_energy) {
    // each point of the upper sheet goes through the lower one, some farther than others
    World world = two_sheets(4);
    std::vector<Vec3> end = world.state.x;
    Rng rng{11};
    for (int i = world.model.parts[1].points.begin; i < world.model.parts[1].points.end(); ++i)
        end[i].y() -= rng.uniform(0.12, 0.2);
    World free = world;
    for (std::size_t i = 0; i < end.size(); ++i) free.state.v[i] = (end[i] - world.state.x[i]) / 0.01;
    free.state.x = end;
    const StepReport report = hold_after(world, end);
    EXPECT_GT(report.held_crossings, 0);
    EXPECT_EQ(report.open_crossings, 0);
    EXPECT_EQ(brute_force_crossings(world), 0);
    EXPECT_LT((momentum(world) - momentum(free)).norm(), 1e-12 * momentum_scale(free));
    EXPECT_LT(kinetic_energy(world), kinetic_energy(free));
}

TEST(HoldSheets, F3_75_two_edges_exchange_equal_and_opposite_impulses_and_keep_angular_momentum) {
    // two triangles that meet edge against edge only, off the middles of both edges
    World world;
    world.model.gravity = Vec3::Zero();
    for (const Real side : {-1.0, 1.0}) {
        ClothDef def;
        def.part = sheet(side < 0 ? "a" : "b", {0, 0, 0}, {0, 0, 0}).part;
        def.mesh.points = side < 0 ? std::vector<Vec3>{{-1, 0, 0.1}, {1.2, 0, 0.1}, {0, -1, 0.1}}
                                   : std::vector<Vec3>{{0.3, 0.0295, -1}, {0.3, 0.0295, 0.9}, {0.3, 1, 0}};
        def.mesh.triangles = {{0, 1, 2}};
        def.part.velocity = {0, -1.5 * side, 0};
        def.law = ClothLaw::VanGelder;
        def.stiffness = 1e-9;
        add_cloth(world, def);
    }
    const Vec3 momentum_before = momentum(world), spin_before = spin_of_sheets(world);
    const Real energy_before = kinetic_energy(world);
    world.step({.h = 0.01});
    EXPECT_LT((momentum(world) - momentum_before).norm(), 1e-12);
    EXPECT_LT((spin_of_sheets(world) - spin_before).norm(), 1e-9);
    EXPECT_LT(kinetic_energy(world), 0.9 * energy_before);
    EXPECT_EQ(brute_force_crossings(world), 0);
    ASSERT_EQ(world.state.touching.size(), 1u);
    // where they touch nothing approaches any more: weights along a and b by hand
    const auto& v = world.state.v;
    const Real s = 1.3 / 2.2, t = 1.1 / 1.9;
    const Real apart = ((1 - t) * v[3] + t * v[4] - (1 - s) * v[0] - s * v[1]).y();
    EXPECT_GT(apart, -1e-9);
    EXPECT_LT(apart, 0.9);
}

TEST(HoldSheets, F3_75_a_sheet_that_folds_over_never_passes_through_itself) {
    for (const bool self_contact : {true, false}) {
        World world;
        world.model.gravity = Vec3::Zero();
        ClothDef def = sheet("sheet", {0, 0, 0}, {0, 0, 0});
        def.part.self_contact = self_contact;
        def.part.touches = Touches::Bodies;
        add_cloth(world, def);
        // both halves swing up and into each other, the left one faster
        for (std::size_t i = 0; i < world.state.x.size(); ++i) {
            Vec3& x = world.state.x[i];
            const Real arm = std::abs(x.x());
            world.state.v[i] = {x.x() > 0 ? -14 * arm : 18 * arm, 6 * arm, 0.3 * x.x()};
            x.y() = arm;
            x.x() *= 0.6;
        }
        int most = 0, open = 0;
        for (int n = 0; n < 60; ++n) {
            open += world.step({.h = 1.0 / 240}).open_crossings;
            most = std::max(most, brute_force_crossings(world));
        }
        EXPECT_EQ(open, 0);
        if (self_contact)
            EXPECT_EQ(most, 0);
        else
            EXPECT_GT(most, 0);
    }
}

TEST(HoldSheets, a_pinned_sheet_stops_what_flies_into_it) {
    World world = two_sheets(20);
    const Range lower = world.model.parts[0].points;
    for (int i = lower.begin; i < lower.end(); ++i) {
        world.model.inv_mass[i] = 0;
        world.model.pins.push_back({.node = i, .local = world.state.x[i]});
    }
    ++world.model.revision;
    for (int n = 0; n < 20; ++n) {
        EXPECT_EQ(world.step({.h = 1.0 / 60}).open_crossings, 0);
        ASSERT_EQ(brute_force_crossings(world), 0) << n;
    }
    // (its corners hang over the border)
    EXPECT_GT(centre_of_mass(world.model, world.state, world.model.parts[1]).y(), -0.05);
}

}  // namespace souple
