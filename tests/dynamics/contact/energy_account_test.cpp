// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/energy_account.h: contact with elastic matter adds no energy.
#include "souple/dynamics/contact/energy_account.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "souple/core/parallel.h"
#include "souple/dynamics/contact/measure_contact.h"
#include "souple/dynamics/scratch.h"
#include "support/energy_by_stage.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

constexpr StepSettings quarter_steps{.h = 1.0 / 120, .intervals = 4};

/// 90 cm wide, free, at a slant of so many degrees.
ClothDef kerchief(Real slant = 0) {
    ClothDef def = small_cloth(15);
    def.part.name = "kerchief";
    def.width = def.height = 0.9;
    def.stiffness = 60;
    def.damping_time = 5e-4;
    def.part.thickness = 0.01;
    def.part.friction = 0.3;
    def.part.substeps = 6;
    def.part.self_contact = true;
    def.part.rotation = {0, 0, slant};
    def.holds.pins.clear();
    return def;
}

/// Two boxes that fly at each other with a kerchief between them, in empty space.
World clapping_boxes(const ClothDef& cloth) {
    World world = rigid_world({body_of(Box{{0.2, 0.1, 0.2}}, {0.05, 0.25, 0}, {0, 0.3}),
                               body_of(Box{{0.2, 0.1, 0.2}}, {-0.05, -0.25, 0.03}, {0, 0.3})});
    for (FrameInertia& inertia : world.model.frame_inertia) {
        inertia.mass *= 0.05;  // of a density of 50 kg/m^3
        inertia.moments *= 0.05;
    }
    world.state.frames.v = {{0, -1.5, 0}, {0, 1.5, 0}};
    add_cloth(world, cloth);
    return world;
}

/// The same with a kerchief that is laid in half, its bend on a radius of 5 cm.
World boxes_on_a_fold(Real damping_time) {
    ClothDef cloth = kerchief();
    cloth.damping_time = damping_time;
    World world = clapping_boxes(cloth);
    const Real radius = 0.05;
    const Range points = world.model.parts[1].points;
    for (int i = points.begin; i < points.end(); ++i) {
        const Vec3 flat = world.state.x[i];
        const Real s = flat.z(), half_turn = std::numbers::pi * radius;
        const Real angle = std::clamp(s / radius, Real(0), Real(std::numbers::pi));
        const Real straight = s < 0 ? s : -std::max(Real(0), s - half_turn);
        world.state.x[i] =
            Vec3(flat.x(), -radius * std::cos(angle), 0.2 + straight + radius * std::sin(angle));
    }
    return world;
}

EnergyByStage run_by_stages(World& world, int steps) {
    EnergyByStage run;
    run.lowest = common_energy(world);
    for (int k = 0; k < steps; ++k) EXPECT_FALSE(step_by_stages(world, quarter_steps, run).failure) << k;
    return run;
}

/// A cloth at rest that a ball at rest is in.
World ball_in_cloth() {
    World world = rigid_world({body_of(Sphere{0.2}, {0.5, -0.15, 0.5}, {0, 0.3})});
    ClothDef cloth = small_cloth(8);
    cloth.holds.pins.clear();
    add_cloth(world, cloth);
    return world;
}

}  // namespace

TEST(EnergyAccount, F3_67_two_boxes_that_clap_on_a_kerchief_gain_nothing) {
    World world = clapping_boxes(kerchief(20));
    const Real start = common_energy(world), scale = momentum_scale(world);
    const EnergyByStage run = run_by_stages(world, 120);
    EXPECT_LT(run.by_contact, 1e-12 * start);
    EXPECT_LT(run.rise, 1e-12 * start);  // damped springs add nothing of their own
    EXPECT_EQ(run.largest_debt, 0);
    EXPECT_LT(momentum(world).norm(), 1e-12 * scale);
    EXPECT_LT(common_energy(world), 0.2 * start);  // the blow has been lost
}

TEST(EnergyAccount, F3_67_a_folded_sheet_that_is_pinched_gains_nothing) {
    for (const Real damping_time : {5e-4, 0.0}) {
        World world = boxes_on_a_fold(damping_time);
        const Real start = common_energy(world);
        const EnergyByStage run = run_by_stages(world, 120);
        EXPECT_LT(run.by_contact, 1e-12 * start) << damping_time;
        // (without damping the method lets energy swing about by itself)
        EXPECT_LT(run.rise, damping_time > 0 ? 1e-12 * start : 2 * run.by_advance) << damping_time;
        EXPECT_LT(momentum(world).norm(), 1e-12 * momentum_scale(world)) << damping_time;
    }
}

namespace {

/// What comes of a cloth that a ball is in.
struct ComingOut {
    EnergyByStage energy;
    Real pushed = 0;   ///< [J] that pushes put in
    Real fastest = 0;  ///< [J] of motion, most
    Real left = 0;     ///< [m] how deep it still is
    Real owed = 0;     ///< [J] at the end
};

ComingOut come_out(World world, bool forgives) {
    ComingOut out;
    for (int k = 0; k < 400; ++k) {
        out.pushed += step_by_stages(world, {.h = 1e-3}, out.energy).correction_work;
        out.fastest = std::max(out.fastest, kinetic_energy(world));
        if (forgives) world.state.parts[1].debt = 0;
    }
    out.left = deepest_overlap(world, 1);
    out.owed = common_debt(world);
    return out;
}

}  // namespace

TEST(EnergyAccount, F3_67_a_cloth_at_rest_in_a_body_at_rest_comes_out_and_repays_what_pushes_gave) {
    const World world = ball_in_cloth();
    const Real sunk = deepest_overlap(world, 1);
    const ComingOut out = come_out(world, false), forgiven = come_out(world, true);
    EXPECT_GT(sunk, 0.03);
    EXPECT_LT(out.left, 0.1 * sunk);
    EXPECT_GT(out.pushed, 1e-3);
    EXPECT_GT(out.energy.largest_debt, 0.1 * out.pushed);
    EXPECT_LT(out.energy.by_contact, 1e-8 * out.pushed);
    EXPECT_LT(out.owed, 0.05 * out.energy.largest_debt);
    // what springs give the ball as they relax is all that becomes motion
    EXPECT_LT(out.fastest, 0.005 * out.pushed);
    EXPECT_GT(forgiven.fastest, 10 * out.fastest);
}

TEST(EnergyAccount, F3_67_the_bits_of_debts_do_not_depend_on_threads_or_on_what_scratch_holds) {
    const auto run = [](int threads, bool forgets) {
        const ThreadLimit limit(threads);
        World world = ball_in_cloth();
        World pinch = boxes_on_a_fold(5e-4);
        for (int k = 0; k < 40; ++k) {
            world.step({.h = 1e-3});
            pinch.step(quarter_steps);
            if (forgets && k % 7 == 0) *world.scratch = *pinch.scratch = Scratch{};
        }
        return std::array{hash_of(world.state), hash_of(pinch.state)};
    };
    const auto once = run(1, false);
    EXPECT_EQ(run(2, false), once);
    EXPECT_EQ(run(8, false), once);
    EXPECT_EQ(run(1, true), once);
}

TEST(EnergyAccount, a_part_that_nobody_touches_and_that_owes_nothing_keeps_its_bits) {
    World alone;
    alone.model.gravity = Vec3::Zero();
    ClothDef far = kerchief();
    far.part.name = "far";
    far.part.position = {50, 0, 0};
    far.part.velocity = {0, 1, 0};
    add_cloth(alone, far);
    World world = clapping_boxes(kerchief());
    add_cloth(world, far);
    for (int k = 0; k < 40; ++k) {
        alone.step(quarter_steps);
        world.step(quarter_steps);
    }
    const Range points = world.model.parts[2].points;
    for (int i = 0; i < points.count; ++i) EXPECT_EQ(world.state.v[points.begin + i], alone.state.v[i]) << i;
}

TEST(EnergyAccount, F3_67_what_was_met_or_held_before_the_model_changed_is_forgotten) {
    ClothDef sheet = kerchief();
    sheet.part.touches = Touches::Everything;
    World world = clapping_boxes(sheet);
    sheet.part.name = "second";
    sheet.part.position = {0, -0.04, 0};
    add_cloth(world, sheet);
    add_fixed(world, Box{{0.5, 0.1, 0.5}}, {{0, -0.145, 0}, Quat::Identity()}, {0, 0.3});  // below both
    world.model.gravity = {0, -9.81, 0};
    for (int k = 0; k < 20; ++k) ASSERT_FALSE(world.step(quarter_steps).failure);
    const auto& met = world.scratch->contact.met;
    ASSERT_TRUE(std::any_of(met.begin(), met.end(), [](const auto& m) { return m.obstacle >= 0; }));
    world.model.obstacles.clear();
    for (Part& part : world.model.parts) part.surface.touches = Touches::Bodies;
    ++world.model.revision;
    world.control.obstacles.clear();
    World fresh;  // the same without anything to remember
    fresh.model = world.model;
    fresh.state = world.state;
    fresh.control = world.control;
    for (int k = 0; k < 10; ++k) {
        ASSERT_FALSE(world.step(quarter_steps).failure);
        ASSERT_FALSE(fresh.step(quarter_steps).failure);
        ASSERT_EQ(world.state.x, fresh.state.x) << "step " << k;
    }
}

}  // namespace souple
