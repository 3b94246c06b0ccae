// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of the order of stages with a crowd in them (src/souple/dynamics/steer.cpp and move.cpp), and of what
// probes say of a State that has gone back (dynamics/agents/measure_crowd.cpp).
#include <gtest/gtest.h>

#include "souple/dynamics/agents/crowd_buffers.h"
#include "souple/dynamics/agents/measure_crowd.h"
#include "support/walkers.h"

namespace souple {
namespace {

TEST(CrowdOrder, F2_38_all_choose_from_the_places_before_the_step_and_then_all_move) {
    // the order of the step: what anybody chooses does not depend on who was asked before him, so that people
    // who are named in another order do the same
    const std::vector<GroundPlace> places{{5, 5}, {5.9, 5.3}, {6.1, 4.4}, {7.2, 5.1}, {7, 6.2}, {8.1, 4.8}};
    const std::vector<GroundPlace> goals{{12, 5}, {1, 5}, {6, 12}, {2, 2}, {12, 3}, {1, 7}};
    const auto walk_in_order = [&](const std::vector<int>& order, AvoidanceLaw law) {
        CrowdDef def;
        RectangleGroundDef ground;
        ground.high = {14, 14};
        def.ground = ground;
        def.levels = 2;
        def.adapts = true;
        def.rule = {2, 1};
        def.contacts = false;  // (pairs are pushed apart one after the other)
        def.kinds = {walker(law)};
        def.kinds[0].noise = 0;
        for (const int k : order) {
            CrowdGroupDef group;
            group.name = std::to_string(k);
            group.places = PlaceListDef{{places[k]}};
            group.goals = {goals[k]};
            def.groups.push_back(group);
        }
        World world = world_of(def);
        hash_after(world, 60);
        std::vector<Vec3> x(order.size());
        for (std::size_t k = 0; k < order.size(); ++k) x[order[k]] = world.state.x[k];
        return x;
    };
    for (const AvoidanceLaw law : {AvoidanceLaw::Orca, AvoidanceLaw::ForceField})
        EXPECT_EQ(walk_in_order({0, 1, 2, 3, 4, 5}, law), walk_in_order({4, 2, 5, 0, 3, 1}, law));
}

TEST(CrowdOrder, F2_38_cells_and_goals_follow_the_move_and_cells_adapt_last) {
    World world = world_of(two_groups());
    for (int i = 0; i < 60; ++i) {
        const StepReport report = world.step({.h = 0.05});
        ASSERT_FALSE(report.failure);
        // after the step everybody is written down where it is now, and no cell asks for a change any more
        EXPECT_EQ(registration_fault(world, 0), 0);
        EXPECT_TRUE(world.scratch->crowds->of[0].cells.touched.empty());
    }
}

TEST(CrowdOrder, F2_48_probes_are_those_of_the_state_also_when_it_goes_back) {
    World world = world_of(two_groups());
    hash_after(world, 40);
    const State kept = world.state;
    const Real darts = darts_per_cell(world, 0), share = level_memory_share(world, 0);
    hash_after(world, 80);
    EXPECT_NE(darts_per_cell(world, 0), darts);
    world.state = kept;
    EXPECT_EQ(darts_per_cell(world, 0), darts);
    EXPECT_EQ(level_memory_share(world, 0), share);
    EXPECT_EQ(registration_fault(world, 0), 0);
    std::swap(world.state.crowds[0].cell[0], world.state.crowds[0].cell[79]);  // and a wrong one is told
    EXPECT_EQ(registration_fault(world, 0), 1);
}

}  // namespace
}  // namespace souple
