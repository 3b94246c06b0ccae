// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/propagate_shock.h: heavy on light with few sweeps.
#include "souple/dynamics/contact/propagate_shock.h"

#include <gtest/gtest.h>

#include "support/rigid_world.h"

namespace souple {
namespace {

constexpr int light = 8;

/// Eight slabs of 25 kg, and on top one of 2500 kg; a single sweep in an interval.
World tower(bool shock) {
    std::vector<BodyDef> slabs;
    for (int k = 0; k <= light; ++k) {
        slabs.push_back(body_of(Box{{0.5, 0.125, 0.5}}, {0, 0.125 + 0.25 * k, 0}, {0, 0.6}));
        slabs.back().density = k < light ? 100 : 10000;
    }
    World world = rigid_world(slabs, {0, -g, 0});
    add_fixed(world, Plane{}, {}, {0, 0.6});
    world.model.contact.iterations = 1;
    world.model.contact.shock_propagation = shock;
    return world;
}

Real sunk(const World& world) { return 0.125 + 0.25 * light - world.state.frames.x[light].y(); }

}  // namespace

TEST(PropagateShock, F3_63_a_tower_carries_what_is_a_hundred_times_as_heavy) {
    World held = tower(true), plain = tower(false);
    Real worst_held = 0, worst_plain = 0;
    for (int k = 0; k < 120; ++k) {
        held.step({1.0 / 60, 4});
        plain.step({1.0 / 60, 4});
        worst_held = std::max(worst_held, sunk(held));
        worst_plain = std::max(worst_plain, sunk(plain));
    }
    EXPECT_LT(worst_held, 0.005);
    EXPECT_GT(worst_plain, 4 * worst_held);
}

TEST(PropagateShock, F3_63_a_blow_is_stopped_all_the_way_up_at_once) {
    for (const bool shock : {true, false}) {
        World world = tower(shock);
        for (Vec3& v : world.state.frames.v) v = {0, -1, 0};
        world.step({1.0 / 60, 1});
        Real fastest = 0;
        for (const Vec3& v : world.state.frames.v) fastest = std::max(fastest, -v.y());
        EXPECT_EQ(fastest < 1e-9, shock) << fastest;
    }
}

TEST(PropagateShock, F3_63_without_anything_fixed_momentum_is_kept) {
    std::vector<BodyDef> bodies;
    for (int k = 0; k < 4; ++k) {
        bodies.push_back(body_of(Sphere{0.1}, {0.19 * k, 0.01 * k, 0}, {0, 0.5}));
        bodies.back().velocity = {1.0 - k, 0.3 * k, 0};
    }
    World world = rigid_world(bodies);
    world.model.contact.shock_propagation = true;
    const auto momentum = [&] {
        Vec3 sum = Vec3::Zero();
        for (int k = 0; k < 4; ++k) sum += world.model.frame_inertia[k].mass * world.state.frames.v[k];
        return sum;
    };
    const Vec3 start = momentum();
    for (int k = 0; k < 30; ++k) world.step({0.01, 2});
    EXPECT_LT((momentum() - start).norm(), 1e-12 * world.model.frame_inertia[0].mass);
    EXPECT_GT((world.state.frames.v[0] - Vec3(1, 0, 0)).norm(), 0.1);  // (something did happen)
}

}  // namespace souple
