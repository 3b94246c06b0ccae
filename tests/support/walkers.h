// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// People of tests who walk on flat ground.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "souple/models/crowd.h"

namespace souple {

inline AgentGroup walker(AvoidanceLaw behaviour = AvoidanceLaw::Orca) {
    AgentGroup kind;
    kind.name = "walker";
    kind.behaviour = behaviour;
    kind.noise = 0.02;
    return kind;
}

inline CrowdGroupDef scattered(const std::string& name, int count, GroundPlace low, GroundPlace high,
                               GroundPlace shift) {
    CrowdGroupDef group;
    group.name = name;
    group.places = PlaceScatterDef{count, low, high};
    group.goal_shift = shift;
    return group;
}

/// Two groups walk through each other past two blocks.
inline CrowdDef two_groups(int count = 40, AvoidanceLaw behaviour = AvoidanceLaw::Orca) {
    CrowdDef def;
    RectangleGroundDef ground;
    ground.high = {20, 10};
    ground.obstacles = {{{9, 2}, {11, 4}}, {{9, 6}, {11, 8}}};
    def.ground = ground;
    def.levels = 3;
    def.adapts = true;
    def.rule = {3, 2};
    def.kinds = {walker(behaviour)};
    def.groups = {scattered("right", count, {0.5, 0.5}, {7, 9.5}, {12, 0}),
                  scattered("left", count, {13, 0.5}, {19.5, 9.5}, {-12, 0})};
    return def;
}

inline World world_of(const CrowdDef& def) {
    World world;
    add_crowd(world, def);
    return world;
}

inline std::uint64_t hash_after(World& world, int steps) {
    for (int i = 0; i < steps; ++i) {
        const StepReport report = world.step({.h = 0.05});
        EXPECT_FALSE(report.failure);
        EXPECT_EQ(report.tracking_fallbacks, 0);
    }
    return hash_of(world.state);
}

}  // namespace souple
