// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/agents/crowd_cells.cpp.
#include "souple/dynamics/agents/crowd_cells.h"

#include <gtest/gtest.h>

#include "souple/dynamics/agents/measure_crowd.h"
#include "souple/dynamics/scratch.h"
#include "souple/models/crowd.h"

namespace souple {
namespace {

TEST(CrowdCells, F2_32_cells_are_built_anew_when_the_ground_is_another) {
    CrowdDef def;
    RectangleGroundDef ground;
    ground.high = {12, 12};
    ground.cell = 6;
    def.ground = ground;
    def.levels = 1;
    def.adapts = true;
    def.rule = {1, 1};
    def.kinds = {AgentGroup{}};
    CrowdGroupDef group;
    group.places = PlaceScatterDef{40, {1, 1}, {11, 11}};
    group.goal_opposite = GroundPlace{6, 6};
    def.groups = {group};
    World world;
    add_crowd(world, def);
    for (int i = 0; i < 5; ++i) world.step({.h = 0.05});
    EXPECT_EQ(deepest_cell(world, 0), 1);
    auto deeper = std::make_shared<CrowdPart>(*world.model.crowds[0]);
    deeper->ground = std::make_shared<const Environment>(make_ground(ground, 3, "ground"));
    world.model.crowds[0] = deeper;
    for (int i = 0; i < 40; ++i) {
        world.step({.h = 0.05});
        ASSERT_EQ(registration_fault(world, 0), 0) << i;
    }
    EXPECT_EQ(deepest_cell(world, 0), 3);
}

TEST(CrowdCells, F2_24_a_cell_that_the_state_names_and_the_lists_do_not_is_a_fault) {
    CrowdDef def;
    def.ground = RectangleGroundDef{};
    def.kinds = {AgentGroup{}};
    CrowdGroupDef group;
    group.places = PlaceListDef{{{1, 1}, {5, 5}}};
    def.groups = {group};
    World world;
    add_crowd(world, def);
    EXPECT_EQ(registration_fault(world, 0), 0);
    world.step({.h = 0.05});
    EXPECT_EQ(registration_fault(world, 0), 0);
    auto& cells = world.state.crowds[0].cell;
    std::swap(cells[0], cells[1]);
    EXPECT_EQ(registration_fault(world, 0), 1);
    std::swap(cells[0], cells[1]);
    EXPECT_EQ(registration_fault(world, 0), 0);
    std::swap(world.state.x[0], world.state.x[1]);
    EXPECT_EQ(registration_fault(world, 0), 1);
}

}  // namespace
}  // namespace souple
