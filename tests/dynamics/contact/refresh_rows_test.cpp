// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/refresh_rows.h
#include "souple/dynamics/contact/refresh_rows.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/rigid_world.h"

namespace souple {
namespace {

/// A coin on its edge, leaning by ten degrees, that rolls along x.
World rolling_coin() {
    BodyDef coin = body_of(Cylinder{0.012, 0.001}, {0, 0.0121, 0}, {0, 0.4});
    coin.rotation = {80, 0, 0};
    coin.velocity = {0.3, 0, 0};
    coin.spin = {0, 0, -25};
    World world = rigid_world({coin}, down);
    add_floor(world, {0, 0.4});
    return world;
}

Real energy_of_coin(const World& world) {
    return kinetic_energy(world) + potential_energy(world.model, world.state, world.model.parts[0]);
}

}  // namespace

TEST(RefreshRows, a_coin_that_is_followed_through_eight_intervals_gains_nothing) {
    World world = rolling_coin();
    const Real start = energy_of_coin(world);
    Real most = 0;
    for (int n = 0; n < 240; ++n) {
        world.step({.h = 1.0 / 240, .intervals = 8});
        most = std::max(most, energy_of_coin(world) - start);
    }
    EXPECT_LT(most, 1e-6 * start);
    EXPECT_GT(energy_of_coin(world), 0.95 * start);  // it still rolls
    EXPECT_GT(world.state.frames.x[0].x(), 0.25);
}

TEST(RefreshRows, a_coin_rolls_alike_in_intervals_and_in_steps_of_their_length) {
    World followed = rolling_coin(), sought = rolling_coin();
    for (int n = 0; n < 120; ++n) followed.step({.h = 1.0 / 240, .intervals = 8});
    run(sought, 960, 1.0 / 1920);
    EXPECT_LT((followed.state.frames.x[0] - sought.state.frames.x[0]).norm(), 1e-4);
}

}  // namespace souple
