// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/models/articulated.h by pendulums: periods, frequencies and energy.
#include <gtest/gtest.h>

#include <cmath>

#include "models/rods.h"

namespace souple {
namespace {

/// [kg m^2] of a rod about its end, over [kg m] its mass times half its length: g over this is omega^2.
Real reduced_length() {
    const Real about_end = rod_length * rod_length / 3 + rod_side * rod_side / 12;
    return about_end / (rod_length / 2);
}

Real mean_of_agm(Real a, Real b) {
    for (int k = 0; k < 30; ++k) {
        const Real mean = 0.5 * (a + b);
        b = std::sqrt(a * b);
        a = mean;
    }
    return a;
}

/// 003 T1: over the period of small swings.
struct Swing {
    Real degrees, ratio;
};

TEST(Articulated, F3_14_a_pendulum_swings_with_the_period_of_its_amplitude) {
    for (const Formulation formulation : {Formulation::Reduced, Formulation::Maximal})
        for (const auto& [degrees, ratio] :
             {Swing{10, 1.001907}, Swing{45, 1.039973}, Swing{90, 1.180341}, Swing{170, 2.439363}}) {
            ArticulatedDef def = chain({JointKind::Hinge});
            def.links[0].joint.start = {degrees, 0, 0};
            def.formulation = formulation;
            World world = world_of(def);
            const Real start = degrees * M_PI / 180;
            const Real period =
                2 * M_PI * std::sqrt(reduced_length() / 9.81) / mean_of_agm(1, std::cos(start / 2));
            EXPECT_NEAR(period / (2 * M_PI * std::sqrt(reduced_length() / 9.81)), ratio, 1e-6);
            constexpr int steps = 2000;
            run(world, period / steps, steps / 4);
            EXPECT_NEAR(world.state.trees[0].joints[0].q[0], 0, 1e-6) << degrees << ", a quarter";
            run(world, period / steps, steps - steps / 4);
            EXPECT_NEAR(world.state.trees[0].joints[0].q[0], start, 1e-6) << degrees;
        }
}

/// Two points of 1 kg on hinges without mass of their own, 1 m each, at these angles [rad] from straight
/// down.
ArticulatedDef double_pendulum(Real first, Real second) {
    ArticulatedDef def = chain({JointKind::Hinge, JointKind::Hinge});
    for (LimbDef& limb : def.links) {
        limb.body.solid.pieces.clear();
        limb.mass = LimbMass{1, {0, -rod_length / 2, 0}, 1e-9 * Mat3::Identity()};
    }
    def.links[0].joint.start.x() = first * 180 / M_PI;
    def.links[1].joint.start.x() = (second - first) * 180 / M_PI;
    return def;
}

TEST(Articulated, F3_17_the_small_swings_of_a_double_pendulum_have_two_frequencies) {
    // 003 T2: omega^2 = (2 -+ root 2) g / L, where the lower one swings by root 2 of the upper one, with it
    // or against it
    const Real root = std::sqrt(2.0), small = 1e-4;
    for (const Formulation formulation : {Formulation::Reduced, Formulation::Maximal})
        for (const Real way : {1.0, -1.0}) {
            ArticulatedDef def = double_pendulum(small, way * root * small);
            def.formulation = formulation;
            World world = world_of(def);
            const Real omega = std::sqrt((2 - way * root) * 9.81);
            EXPECT_NEAR(omega / std::sqrt(9.81), way > 0 ? 0.765367 : 1.847759, 1e-6);
            constexpr int steps = 400;
            run(world, 2 * M_PI / omega / steps, steps / 4);
            const std::vector<JointState>& joints = world.state.trees[0].joints;
            EXPECT_NEAR(joints[0].q[0] / small, 0, 1e-5) << "a quarter";
            run(world, 2 * M_PI / omega / steps, steps / 4);
            EXPECT_NEAR(joints[0].q[0] / small, -1, 1e-5) << "half";
            EXPECT_NEAR((joints[0].q[0] + joints[1].q[0]) / small, -way * root, 1e-5);
        }
}

TEST(Articulated, F3_17_the_energy_of_large_swings_drifts_by_the_fourth_order_of_the_step) {
    const auto drift = [](Real h, int steps) {
        World world = world_of(double_pendulum(2, 1));
        const Real before = energy_of(world);
        run(world, h, steps);
        return std::abs(energy_of(world) - before);
    };
    EXPECT_GT(drift(8e-3, 125) / drift(4e-3, 250), 12);
}

TEST(Articulated, F3_17_a_double_pendulum_keeps_its_energy) {
    ArticulatedDef def = chain({JointKind::Hinge, JointKind::Hinge});
    def.links[0].joint.start = {120, 0, 0};
    def.links[1].joint.start = {-60, 0, 0};
    World world = world_of(def);
    const Real before = energy_of(world), scale = 2 * 1.6 * 9.81;
    run(world, 1e-3, 1640);  // a period of small swings
    EXPECT_LT(std::abs(energy_of(world) - before), 1e-6 * scale);
}

}  // namespace
}  // namespace souple
