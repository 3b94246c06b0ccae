// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of dynamics/adapt/leaf_laws.cpp and adaptive_step.cpp by what sheets of several levels do: how far
// they sag, what energy they keep, and what refining makes of obstacles.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "dynamics/adapt/adaptive_world.h"
#include "souple/dynamics/adapt/find_cuts.h"
#include "souple/dynamics/adapt/interpolated.h"
#include "souple/dynamics/adapt/solids_now.h"

namespace souple {
namespace {

/// [m] R5: 6 x 3 squares of 1 m, held at both short sides, of areal density 1 and k = 100 N/m under a gravity
/// of 1 m/s^2, divided `level` times (004 A3).
Real sag_at(int level, LevelLaw law) {
    ClothDef def = adaptive_grid(6, 3);
    def.width = 6;
    def.height = 3;
    def.density = 1;
    def.stiffness = 100;
    def.level_law = law;
    def.part.substeps = 1;
    def.adapt->alpha = 180;
    def.adapt->start_level = def.adapt->max_level = level;
    def.holds.pins = {{.edge = "left"}, {.edge = "right"}};
    World world = world_of(def);
    world.model.gravity = {0, -1, 0};
    world.model.drags.push_back({.rate = 2});
    for (int k = 0; k < 1000; ++k) EXPECT_FALSE(world.step({0.02, 1}).failure);
    return -min_height(world.state, world.model.parts[0]);
}

TEST(RefinedPhysics, F4_14_T8_sheets_of_all_levels_sag_alike) {
    EXPECT_NEAR(sag_at(0, LevelLaw::Invariant), 0.768, 0.001);
    EXPECT_NEAR(sag_at(1, LevelLaw::Invariant), 0.764, 0.001);
    EXPECT_NEAR(sag_at(2, LevelLaw::Invariant), 0.764, 0.001);
}

TEST(RefinedPhysics, F4_13_T8_by_wrong_laws_sag_changes_with_the_level_as_the_source_says) {
    EXPECT_NEAR(sag_at(1, LevelLaw::KeptStrain), 0.605, 0.002);
    EXPECT_NEAR(sag_at(2, LevelLaw::KeptStrain), 0.479, 0.002);
    EXPECT_NEAR(sag_at(1, LevelLaw::Halved), 0.968, 0.002);
    EXPECT_NEAR(sag_at(2, LevelLaw::Halved), 1.231, 0.003);
}

Real whole_energy_of(const World& world) {
    return kinetic_energy(world.model, world.state, world.model.parts[0]) + spring_energy(world);
}

/// The least and the largest energy of a free sheet of three levels that swings in its plane and out of it
/// without damping, as parts of what it began with.
std::array<Real, 2> energies_of_swinging(bool holds_forces) {
    ClothDef def = adaptive_grid(6, 6);
    def.bend_rigidity = 1e-4;
    def.part.substeps = 1;
    def.holds_forces = holds_forces;
    def.adapt->alpha = 180;
    World world = world_of(def);
    divide_some(world, 2);
    EXPECT_EQ(world.model.parts[0].rates.size(), 3u);
    for (std::size_t p = 0; p < world.state.x.size(); ++p) {
        const Vec3& rest = world.model.point_rest[p];
        if (world.model.inv_mass[p] > 0)
            world.state.v[p] = {0.5 * rest.x(), 0.3 * std::cos(5 * rest.x()), -0.5 * rest.z()};
    }
    place_all_interpolated(world.model, world.state);
    const Real start = whole_energy_of(world);
    std::array<Real, 2> range{1, 1};
    for (int k = 0; k < 4000; ++k) {
        if (world.step({0.002, 1}).failure) return {range[0], INFINITY};
        const Real part = whole_energy_of(world) / start;
        range = {std::min(range[0], part), std::max(range[1], part)};
    }
    return range;
}

TEST(RefinedPhysics, T19_a_sheet_of_mixed_levels_swings_on_with_the_energy_it_had) {
    const auto [least, most] = energies_of_swinging(false);
    EXPECT_GT(least, 0.97);
    EXPECT_LT(most, 1.03);
    EXPECT_GT(energies_of_swinging(true)[1], 2) << "the source's literal form";
}

/// A sheet over a solid, with friction and a little air.
World sheet_over(const Shape& shape, const Vec3& position, bool balance) {
    ClothDef def = adaptive_grid(6, 6);
    def.bend_rigidity = 1e-3;
    def.part.substeps = 1;
    def.adapt->balance = balance;
    World world;
    add_cloth(world, def);
    Obstacle solid;
    solid.shape = shape;
    solid.pose.position = position;
    add_obstacle(world, solid);
    world.model.drags.push_back({.rate = 2});
    return world;
}

World sheet_over_ball(bool balance) { return sheet_over(Sphere{0.25}, {0.03, -0.27, 0.02}, balance); }

// Folds swing four times as fast with each level, springs twice. A rate for each level alone would let the
// finest folds of these gain energy without end; where springs are faster nothing is asked more often.
TEST(RefinedPhysics, folds_of_fine_levels_act_as_often_as_they_must) {
    const std::array<int, 6> expected{0, 1, 2, 3, 5, 7};
    for (int level = 0; level <= 5; ++level) {
        ClothDef def = adaptive_grid(1, 1);
        def.width = def.height = 0.125;
        def.bend_rigidity = 1e-3;
        def.adapt->alpha = 180;
        def.adapt->start_level = def.adapt->max_level = level;
        World world = world_of(def);
        for (const Leaf& leaf : world.model.adaptive[0].leaves)
            ASSERT_EQ(leaf.rate, expected[level]) << level;
        if (level > 4) continue;
        Rng rng{7};
        for (Vec3& x : world.state.x) x += std::ldexp(1e-4, -level) * random_vector(rng);
        const Real start = whole_energy(world);
        Real most = start;
        for (int n = 0; n < 60; ++n) {
            ASSERT_FALSE(world.step({.h = 0.004}).failure) << level;
            most = std::max(most, whole_energy(world));
        }
        EXPECT_LT(most, 3 * start) << level;
    }
}

TEST(RefinedPhysics, T15_a_sheet_that_falls_flat_on_a_floor_and_lies_there_is_never_divided) {
    World world = sheet_over(Plane{}, {0, -0.02, 0}, true);
    for (int k = 0; k < 150; ++k) EXPECT_EQ(world.step({0.004, 1}).divided_faces, 0);
    EXPECT_NEAR(min_height(world.state, world.model.parts[0]), -0.02 + 1e-3, 1e-6);
}

/// Largest difference of levels at a fold.
int largest_jump(const AdaptiveCloth& cloth) {
    std::vector<int> level(cloth.cosine_limit.size(), 0);
    for (const Leaf& leaf : cloth.leaves) level[leaf.face] = leaf.level;
    int largest = 0;
    for (const Fold& fold : cloth.folds)
        if (fold.other >= 0) largest = std::max(largest, std::abs(level[fold.face] - level[fold.other]));
    return largest;
}

TEST(RefinedPhysics, F4_8_T16_over_a_ball_no_step_leaves_a_fold_too_sharp_or_a_face_that_it_cuts) {
    for (const bool balance : {true, false}) {
        World world = sheet_over_ball(balance);
        int divided = 0, jump = 0;
        for (int k = 0; k < 150; ++k) {
            const StepReport report = world.step({0.004, 1});
            ASSERT_FALSE(report.failure);
            divided += report.divided_faces;
            const AdaptiveCloth& cloth = world.model.adaptive[0];
            std::vector<int> bent, cut;
            find_bent_faces(cloth, world.state.x, bent);
            EXPECT_TRUE(bent.empty()) << k;
            CutWatch anew;
            find_cut_faces(world.model, SolidsNow(world.model, world.control, 0), cloth, world.state.x, anew,
                           cut);
            EXPECT_TRUE(cut.empty()) << k;
            jump = std::max(jump, largest_jump(cloth));
        }
        EXPECT_GT(divided, 20);
        EXPECT_EQ(jump > 1, !balance);  // (004 A8)
        EXPECT_NEAR(mass_of(world.model, world.model.parts[0]), 0.2, 0.2e-12);
    }
}

TEST(RefinedPhysics, over_a_ball_it_goes_on_with_the_same_bits_when_resumed) {
    World world = sheet_over_ball(true);
    int divided = 0;
    for (int k = 0; k < 40; ++k) (void)world.step({0.004, 1});
    for (int k = 0; k < 60; ++k) {
        World resumed;  // without what the last steps left in buffers
        resumed.model = world.model;
        resumed.state = world.state;
        divided += world.step({0.004, 1}).divided_faces;
        (void)resumed.step({0.004, 1});
        ASSERT_EQ(hash_of(world.state), hash_of(resumed.state)) << k;
    }
    EXPECT_GT(divided, 10);
}

}  // namespace
}  // namespace souple
