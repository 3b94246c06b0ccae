// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of dynamics/adapt/keep_energy.cpp and join_flat.cpp by a whole scene: a net that is pressed by a ball
// and let go (004 T28) gains no energy when its squares are divided and joined.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "souple/dynamics/adapt/change_leaves.h"
#include "souple/dynamics/adapt/keep_energy.h"
#include "souple/dynamics/measure.h"
#include "souple/scene/simulation.h"
#include "souple/topology/levels.h"

namespace souple {
namespace {

Real total_energy(const World& world) {
    const Part& net = world.model.parts[0];
    return kinetic_energy(world.model, world.state, net) +
           elastic_energy(world.model, world.control, world.state, net) +
           potential_energy(world.model, world.state, net);
}

/// Leaves of the one map that are divided in the other.
std::vector<int> divided_between(const Map2& before, const Map2& after) {
    std::vector<int> faces;
    for (int slot = 0; slot < before.faces.slot_count(); ++slot)
        if (is_leaf(before, Face{slot}) && after.faces.is_live(slot) && !is_leaf(after, Face{slot}))
            faces.push_back(slot);
    return faces;
}

/// [J] what the world gains when these faces are divided and nothing moves.
Real gained_by_dividing(World& world, const std::vector<int>& faces) {
    const Real before = total_energy(world);
    const Real beside = energy_beside_laws(world.model, world.control, world.state, world.model.parts[0]);
    const LawChange laws = divide_faces(0, faces, world.state, world.model);
    take_new_energy(world.model, world.control, {0, faces, beside, laws}, world.state);
    return total_energy(world) - before;
}

/// [J] what adapting gave to a net in one step, and how many times it did something.
struct Gains {
    Real divided = 0, joined = 0;
    int divisions = 0, joinings = 0;
};

/// Repeats the divisions of a step, round after round, from the state before it; and the step without
/// joining.
Gains gains_of_step(Simulation& net) {
    World before = net.world, never_joined = net.world;
    never_joined.model.adaptive[0].rule.join_below = 0;
    const StepReport report = advance(net);
    EXPECT_FALSE(report.failure);
    EXPECT_FALSE(never_joined.step(net.settings).failure);
    Gains gains{.joined = total_energy(net.world) - total_energy(never_joined),
                .joinings = report.joined_faces};
    const Map2& after = never_joined.state.leaves[0].map;
    for (auto faces = divided_between(before.state.leaves[0].map, after); !faces.empty();
         faces = divided_between(before.state.leaves[0].map, after)) {
        gains.divided += gained_by_dividing(before, faces);
        ++gains.divisions;
    }
    return gains;
}

TEST(PressedNet, T28_energy_does_not_rise_when_squares_are_divided_under_a_ball_and_joined_when_it_has_gone) {
    Simulation net =
        make_simulation(load_scene(std::string(SOUPLE_SOURCE_DIR) + "/scenes/cloth/t28_pressed_net.json"));
    Gains most, sum;
    Real largest_energy = 0;
    while (!is_finished(net)) {
        const Gains gains = gains_of_step(net);
        most.divided = std::max(most.divided, gains.divided);
        most.joined = std::max(most.joined, gains.joined);
        sum.divided += std::max(0.0, gains.divided);
        sum.joined += std::max(0.0, gains.joined);
        sum.divisions += gains.divisions;
        sum.joinings += gains.joinings;
        largest_energy = std::max(largest_energy, total_energy(net.world));
    }
    EXPECT_GE(sum.divisions, 10);
    EXPECT_GE(sum.joinings, 40);
    EXPECT_LT(most.divided, 1e-3 * largest_energy);
    EXPECT_LT(most.joined, 1e-3 * largest_energy);
    // nor all of them together
    EXPECT_LT(sum.divided + sum.joined, 1e-3 * largest_energy);
}

}  // namespace
}  // namespace souple
