// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of dynamics/adapt/keep_energy.cpp and join_flat.cpp by a whole scene: a net that is pressed by a ball
// and let go (004 T28) gains no energy when its squares are divided and joined.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "souple/dynamics/adapt/change_leaves.h"
#include "souple/dynamics/adapt/follow_leaves.h"
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

/// The net of squares, or of the triangles that they are cut into.
Simulation pressed_net(const std::string& law) {
    LoadOptions options;
    options.settings = {"parts.net.law=" + law};
    return make_simulation(
        load_scene(std::string(SOUPLE_SOURCE_DIR) + "/scenes/cloth/t28_pressed_net.json", options));
}

/// Energy does not rise when faces are divided under the ball and joined when it has gone.
void expect_no_energy_from_adapting(Simulation net) {
    const std::size_t at_first = net.world.model.adaptive[0].leaves.size();
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
    EXPECT_EQ(net.world.model.adaptive[0].leaves.size(), at_first);
    EXPECT_NEAR(mass_of(net.world.model, net.world.model.parts[0]), 0.2, 0.2e-12);
}

TEST(PressedNet, T28_energy_does_not_rise_when_squares_are_divided_under_a_ball_and_joined_when_it_has_gone) {
    expect_no_energy_from_adapting(pressed_net("grid"));
}

TEST(PressedNet, T28_energy_does_not_rise_when_triangles_are_divided_and_joined_either) {
    expect_no_energy_from_adapting(pressed_net("van_gelder"));
}

/// Where each vertex of the net is, by slot.
std::vector<Vec3> places_by_slot(const World& world) {
    std::vector<Vec3> places(world.state.leaves[0].map.vertices.slot_count(), Vec3::Zero());
    for (std::size_t p = 0; p < world.state.x.size(); ++p) places[world.model.point_id[p]] = world.state.x[p];
    return places;
}

/// Points that are gone, as far from the middle of what they lay between as a part of its length.
struct Gone {
    int count = 0;
    Real farthest = 0;
};

void note_gone(const Map2& before, const Map2& after, const std::vector<Vec3>& x, Gone& gone) {
    for (int slot = 0; slot < before.vertices.slot_count(); ++slot) {
        if (!before.vertices.is_live(slot) || after.vertices.is_live(slot)) continue;
        const VertexRecord& record = before.vertices[slot];
        if (record.parent_a < 0) continue;  // the middle of a square, which comes after these
        const Vec3 &a = x[record.parent_a], &b = x[record.parent_b];
        gone.farthest = std::max(gone.farthest, (x[slot] - 0.5 * (a + b)).norm() / (b - a).norm());
        ++gone.count;
    }
    for (int slot = 0; slot < before.faces.slot_count(); ++slot) {
        const Face face{slot};
        if (!before.faces.is_live(slot) || is_leaf(before, face) || !after.faces.is_live(slot) ||
            !is_leaf(after, face))
            continue;
        const Corners corners = corners_of(after, face);
        if (corners.count < 4) continue;  // a triangle has no point inside
        Vec3 middle = Vec3::Zero();
        for (int k = 0; k < 4; ++k) middle += 0.25 * x[corners.slot[k]];
        const Real side = (x[corners.slot[1]] - x[corners.slot[0]]).norm();
        // of its four children one corner is common to all
        const Corners first = corners_of(before, Face{before.faces[slot].first_child});
        Real nearest = 1e9;
        for (int k = 0; k < 4; ++k) nearest = std::min(nearest, (x[first.slot[k]] - middle).norm() / side);
        gone.farthest = std::max(gone.farthest, nearest);
        ++gone.count;
    }
}

/// A point that leaves has been so near its chord now and after a step of its own; where all points go in
/// that step it can be a little farther. `jump`: of the edge, at most.
void expect_no_jump(Simulation net, Real jump) {
    Gone gone;
    Real farthest_jump = 0;
    while (!is_finished(net)) {
        World never_joined = net.world;
        never_joined.model.adaptive[0].rule.join_below = 0;
        const Map2 before = net.world.state.leaves[0].map;
        const std::vector<Vec3> x = places_by_slot(net.world);
        const StepReport report = advance(net);
        ASSERT_FALSE(report.failure);
        if (report.joined_faces == 0 || report.divided_faces > 0) continue;
        note_gone(before, net.world.state.leaves[0].map, x, gone);
        ASSERT_FALSE(never_joined.step(net.settings).failure);
        const std::vector<Vec3> as_it_was = places_by_slot(never_joined);
        for (std::size_t p = 0; p < net.world.state.x.size(); ++p) {
            const int slot = net.world.model.point_id[p];
            // [m] of the edge that it lies on or, at the start and in the middle of squares, at
            const VertexRecord& record = before.vertices[slot];
            const Real edge = record.parent_a < 0 ? std::ldexp(0.125, 1 - std::max(1, int{record.level}))
                                                  : (x[record.parent_b] - x[record.parent_a]).norm();
            farthest_jump = std::max(farthest_jump, (net.world.state.x[p] - as_it_was[slot]).norm() / edge);
        }
    }
    EXPECT_GT(gone.count, 50);
    EXPECT_LE(gone.farthest, 1e-3);
    EXPECT_LT(farthest_jump, jump);
}

TEST(PressedNet, T28_points_leave_within_a_thousandth_of_their_edge_and_no_point_jumps_when_they_do) {
    expect_no_jump(pressed_net("grid"), 1e-3);
}

TEST(PressedNet, T28_points_of_triangles_leave_within_a_thousandth_of_their_edge_and_no_point_jumps) {
    expect_no_jump(pressed_net("van_gelder"), 1.5e-3);
}

}  // namespace
}  // namespace souple
