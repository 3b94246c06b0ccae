// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/hair/advance_hair.h
#include "souple/dynamics/hair/advance_hair.h"

#include <gtest/gtest.h>

#include "souple/core/parallel.h"
#include "souple/dynamics/hair/measure_hair.h"
#include "support/hair_world.h"

namespace souple {
namespace {

/// Two wisps that start in each other and that gravity pulls apart.
World crossed_wisps(Real viscosity) {
    HairDef def = test_hair();
    def.length = 0.5;
    def.particles = 12;
    def.contact.viscosity = viscosity;
    def.roots = {{Vec3(-0.0101, 0, 0), Vec3(0.0202, -0.5, 0)},
                 {Vec3(0.0101, 0, 0.001), Vec3(-0.0202, -0.5, 0)}};
    World world = hair_world(def);
    world.model.drags.push_back({.rate = 0.5});
    return world;
}

TEST(AdvanceHair, S3_T19_thin_hair_has_parted_at_image_20_and_thick_hair_never_does) {
    World thin = crossed_wisps(0.5), thick = crossed_wisps(50);
    step_hair(thin, 60);
    EXPECT_EQ(wisp_contact_count(thin, 0), 0);
    for (int image = 0; image < 91; ++image) {
        step_hair(thick, 3);
        ASSERT_GT(wisp_contact_count(thick, 0), 0) << "image " << image;
    }
}

/// [deg] largest lean of nine wisps in the gusts of S1, which start this far aslant.
Real lean_in_gusts(Real radius, const Vec3& aslant) {
    HairDef def = test_hair();
    def.radius = radius;
    def.contact.viscosity = 50;
    def.grids = {{.spacing = 0.03, .direction = Vec3(0, -1, 0) + aslant}};
    World world = hair_world(def);
    world.model.gravity = Vec3(0, -9.8, 0);
    world.model.drags.push_back({.rate = 0.4});
    world.model.winds.push_back({.velocity = Vec3(2, 0, 0.5), .gust = 1, .gust_period = 0.8});
    world.model.winds.push_back({.velocity = Vec3(0.8, 0, -0.4), .gust = 1.5, .gust_period = 0.57});
    Real largest = 0;
    for (int k = 0; k < 360; ++k) {
        step_hair(world, 1);
        largest = std::max(largest, largest_lean(world, 0));
    }
    return largest;
}

TEST(AdvanceHair, S1_T19_the_widest_wisps_lean_least_also_from_other_starts) {
    for (const Vec3& aslant : {Vec3(0, 0, 0), Vec3(1e-6, 0, 0), Vec3(-0.001, 0, 0.001)}) {
        const Real widest = lean_in_gusts(0.03, aslant);
        EXPECT_LT(widest + 0.5, lean_in_gusts(0.01, aslant));
        EXPECT_LT(widest + 0.5, lean_in_gusts(0.02, aslant));
    }
}

/// Nine wisps in a breeze along x: 3 columns across it.
World breeze(Real radius, Real shielding) {
    HairDef def = test_hair();
    def.radius = radius;
    def.contact.viscosity = 20;
    def.shielding = shielding;
    def.grids = {{.columns = 3, .rows = 3, .spacing = 0.03}};
    World world = hair_world(def);
    world.model.drags.push_back({.rate = 2});
    world.model.winds.push_back({.velocity = Vec3(4, 0, 0)});
    return world;
}

/// [m] how far the tips of a column have gone with the wind.
Real drift_of(const World& world, int column) {
    Real sum = 0;
    for (int row = 0; row < 3; ++row) {
        const int first = 10 * (3 * row + column);
        sum += world.state.x[first + 9].x() - world.state.x[first + 1].x();
    }
    return sum / 3;
}

TEST(AdvanceHair, S6_T21_leeward_wisps_move_less_than_windward_ones_where_these_shield_them) {
    World open = breeze(0.005, 0), shielded = breeze(0.005, 0.3);
    step_hair(open, 20);
    step_hair(shielded, 20);
    EXPECT_GT(drift_of(open, 0), 0.01);
    EXPECT_NEAR(drift_of(open, 2), drift_of(open, 0), 1e-3);
    EXPECT_LT(drift_of(shielded, 2), 0.8 * drift_of(shielded, 0));
}

TEST(AdvanceHair, S6_T21_hair_leans_with_the_wind_and_comes_to_rest_after_it) {
    World world = breeze(0.01, 0);
    step_hair(world, 45);
    const Real lean = drift_of(world, 1);
    EXPECT_GT(lean, 0.02);
    world.model.winds.clear();
    const Real before = kinetic_energy(world.model, world.state, world.model.parts[0]);
    step_hair(world, 180);
    EXPECT_LT(kinetic_energy(world.model, world.state, world.model.parts[0]), before + 1e-9);
    EXPECT_LT(std::abs(drift_of(world, 1)), 0.3 * lean);
}

/// Wisps that fall into each other and may split, on so many threads.
std::uint64_t hash_on(int threads) {
    ThreadLimit limit(threads);
    HairDef def = test_hair();
    def.grids = {{.columns = 6, .rows = 6, .spacing = 0.02, .direction = Vec3(1, 0.2, 0.3)}};
    def.split.ratio = 0.93;
    World world = hair_world(def);
    limit.run([&] { step_hair(world, 25); });
    EXPECT_GT(wisp_count(world.model, world.state, 0), 36);
    EXPECT_GT(wisp_contact_count(world, 0), 0);
    return hash_of(world.state);
}

TEST(AdvanceHair, T24_threads_do_not_change_a_bit_of_wisps_that_split) {
    const std::uint64_t one = hash_on(1);
    EXPECT_EQ(one, hash_on(1));
    EXPECT_EQ(one, hash_on(2));
    EXPECT_EQ(one, hash_on(8));
}

TEST(AdvanceHair, a_state_kept_and_resumed_gives_the_same_bits_whatever_pairs_were_kept) {
    HairDef def = test_hair();
    def.grids = {{.columns = 4, .rows = 4, .spacing = 0.02, .direction = Vec3(1, -1, 0)}};
    World world = hair_world(def);
    step_hair(world, 10);
    World resumed = hair_world(def);
    resumed.state = world.state;
    step_hair(world, 10);
    step_hair(resumed, 10);
    EXPECT_EQ(hash_of(world.state), hash_of(resumed.state));
}

}  // namespace
}  // namespace souple
