// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/hair/wisp_twist.h
#include "souple/dynamics/hair/wisp_twist.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "souple/dynamics/hair/measure_hair.h"
#include "support/hair_world.h"

namespace souple {
namespace {

constexpr Real stiffness = 1e-4;  // [N m/rad]
constexpr int free_sections = 8;

World twisting_wisp(Real damping) {
    HairDef def = one_wisp(Vec3(0, -1, 0));
    def.radius = 0.02;
    def.material.twist_stiffness = stiffness;
    def.material.twist_damping = damping;
    def.part.substeps = 1;
    World world = hair_world(def);
    world.model.gravity.setZero();
    return world;
}

/// [1/s] of the slowest torsional swing of a chain that is held at one end.
Real slowest_swing() {
    const Real inertia = 4 * 2e-5 * 0.02 * 0.02;
    return 2 * std::sqrt(stiffness / inertia) * std::sin(std::numbers::pi / (2 * (2 * free_sections + 1)));
}

TEST(WispTwist, S13_a_twisted_wisp_swings_with_the_period_of_a_torsion_chain) {
    World world = twisting_wisp(0);
    const Real omega = slowest_swing();
    for (int i = 2; i < 10; ++i)  // the shape of that swing
        world.state.hair[0].twist[i] = std::sin((i - 1) * std::numbers::pi / (2 * free_sections + 1));
    const Real start = tip_twist(world, 0);
    const int half = static_cast<int>(std::lround(std::numbers::pi / omega * 9000));
    for (int k = 0; k < half; ++k) ASSERT_FALSE(world.step({.h = 1.0 / 9000}).failure);
    EXPECT_NEAR(tip_twist(world, 0), -start, 0.01 * start);
}

TEST(WispTwist, S13_sections_stay_behind_when_the_root_turns_about_the_wisp) {
    World world;
    Track head{.name = "head",
               .keys = {{0, {}}, {0.1, {Vec3::Zero(), Quat(Eigen::AngleAxisd(1, Vec3::UnitY()))}}}};
    add_track(world, head);
    HairDef def = one_wisp(Vec3(0, -1, 0));
    def.head = "head";
    def.material.twist_stiffness = 1e-12;  // hardly any
    add_hair(world, def);
    step_hair(world, 9);
    // about -y, along the wisp, the root has turned by -1 rad; the free sections by nothing
    EXPECT_NEAR(tip_twist(world, 0), 180 / std::numbers::pi, 0.1);
    WispMotion wisp;
    load_wisp(world.model, world.control, world.model.hair[0], 0, world.state, wisp);
    find_sections(wisp, 1);
    EXPECT_LT((wisp.frame[9].u - Vec3::UnitX()).norm(), 2e-3);
    EXPECT_GT((wisp.frame[1].u - Vec3::UnitX()).norm(), 0.9);
}

TEST(WispTwist, S13_large_steps_swing_as_long_as_small_ones_and_neither_grow_nor_fade) {
    // 1/30 s is more than half of the shortest period of the chain: explicit torsion would grow without end
    World world = twisting_wisp(0);
    world.model.parts[0].method = Method::VelocityVerlet;
    const Real omega = slowest_swing(), h = 1.0 / 30;
    for (int i = 2; i < 10; ++i)
        world.state.hair[0].twist[i] = std::sin((i - 1) * std::numbers::pi / (2 * free_sections + 1));
    const Real start = tip_twist(world, 0), phase = 2 * std::atan(omega * h / 2);
    for (int k = 1; k <= 300; ++k) {
        ASSERT_FALSE(world.step({.h = h}).failure);
        ASSERT_NEAR(tip_twist(world, 0), start * std::cos(k * phase), 1e-6 * start) << k;
    }
}

TEST(WispTwist, S13_stiff_torsion_is_stable_in_large_steps_and_turns_the_tip_with_the_root) {
    World world;
    Track head{.name = "head",
               .keys = {{0, {}}, {0.5, {Vec3::Zero(), Quat(Eigen::AngleAxisd(1, Vec3::UnitY()))}}}};
    add_track(world, head);
    HairDef def = one_wisp(Vec3(0, -1, 0));
    def.head = "head";
    def.part.method = Method::VelocityVerlet;
    def.part.substeps = 1;
    def.material.twist_stiffness = 10;  // fifteen thousand times beyond what explicit steps bear
    def.material.twist_damping = 0.01;
    add_hair(world, def);
    step_hair(world, 90);
    EXPECT_NEAR(tip_twist(world, 0), 0, 0.05);
}

TEST(WispTwist, torsion_changes_no_angular_momentum_between_free_sections) {
    World world = twisting_wisp(1e-6);
    world.state.hair[0].twist[8] = 0.3;  // far from the root, which takes what reaches it
    WispMotion wisp;
    load_wisp(world.model, world.control, world.model.hair[0], 0, world.state, wisp);
    find_sections(wisp, 0);
    turn_sections(wisp.free_frame, 1e-4, wisp);
    Real spin = 0;
    for (int i = 2; i < 10; ++i) spin += section_inertia(wisp, i) * wisp.twist_rate[i];
    EXPECT_LT(std::abs(spin), 1e-12 * stiffness * 1e-4);
    EXPECT_LT(wisp.twist_rate[8], 0);
    EXPECT_GT(wisp.twist_rate[7], 0);
}

}  // namespace
}  // namespace souple
