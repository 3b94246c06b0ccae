// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/agents/evade.h: nobody needs luck to get past others.
#include "souple/dynamics/agents/evade.h"

#include <gtest/gtest.h>

#include <utility>

#include "souple/dynamics/agents/measure_crowd.h"
#include "souple/dynamics/agents/realm_crowd.h"
#include "souple/models/crowd.h"

namespace souple {
namespace {

constexpr int seeds = 32;

AgentGroup one_of(AvoidanceLaw behaviour) {
    AgentGroup kind;
    kind.name = "one";
    kind.behaviour = behaviour;
    kind.stiffness = 12;
    kind.influence = 0.8;
    return kind;
}

World world_with_seed(const CrowdDef& def, int seed = 1) {
    World world;
    world.model.seed = static_cast<std::uint64_t>(seed);
    add_crowd(world, def);
    return world;
}

/// [s] until everybody has arrived; the end when somebody has not.
Real time_to_arrive(World& world, Real end, Real h = 0.05) {
    while (world.state.time < end - h / 2 && arrived_share(world, 0) < 1)
        EXPECT_FALSE(world.step({.h = h}).failure);
    return arrived_share(world, 0) < 1 ? end : world.state.time;
}

TEST(CrowdSymmetry, F2_39_two_who_meet_head_on_pass_and_without_the_rule_they_do_not) {
    for (const AvoidanceLaw behaviour : {AvoidanceLaw::Orca, AvoidanceLaw::ForceField})
        for (const Real side : {0.5, -0.5, 0.0}) {
            CrowdDef def;
            def.kinds = {one_of(behaviour)};
            def.kinds[0].side = side;
            CrowdGroupDef group;
            group.places = PlaceListDef{{{-3, 0}, {3, 0}}};
            group.goal_opposite = GroundPlace{0, 0};
            def.groups = {group};
            World world = world_with_seed(def);
            const Real time = time_to_arrive(world, 30);
            if (side == 0 && behaviour == AvoidanceLaw::ForceField) {  // (orca breaks just this tie)
                EXPECT_EQ(time, 30);
            } else {
                EXPECT_LT(time, 10);  // 6 m at 1.34 m/s, and the way around
            }
            EXPECT_EQ(world.state.x[0] + world.state.x[1], Vec3(0, 0, 0));  // it keeps the symmetry
        }
}

TEST(CrowdSymmetry, F2_17_F2_49_the_same_on_a_planet_and_in_space_in_any_direction) {
    const std::vector<Vec3> ways{{3, 0, 0}, {0, 3, 0}, {0, 0, 3}, {1.7, -1.7, 1.7}, {0, 2.1, -2.1}};
    for (const bool on_planet : {true, false})
        for (const Vec3& way : ways)
            for (const Real side : {0.5, 0.0}) {
                CrowdDef def;
                if (on_planet)
                    def.realm = SphereRealmDef{Vec3::Zero(), 8, 0, 3, {}};
                else
                    def.realm = SpaceRealmDef{Vec3::Constant(-5), Vec3::Constant(5), {4, 4, 4}, 0, {}};
                def.kinds = {one_of(on_planet ? AvoidanceLaw::Orca : AvoidanceLaw::ForceField)};
                def.kinds[0].side = side;
                // on the planet the two stand to both sides of a pole
                const Vec3 top = 8 * unit_across(way.normalized()), a = on_planet ? Vec3(top + way) : way,
                           b = on_planet ? Vec3(top - way) : Vec3(-way);
                for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
                    CrowdGroupDef group;
                    group.places = PlacePointsDef{{from}};
                    group.goal_points = {to};
                    def.groups.push_back(group);
                }
                World world = world_with_seed(def);
                const Real time = time_to_arrive(world, 30);
                // (the triangles of a planet are no mirror of each other: they may break the tie)
                if (side != 0) {
                    EXPECT_LT(time, 10) << on_planet << " " << way.transpose();
                } else if (!on_planet) {
                    EXPECT_EQ(time, 30);
                }
            }
}

TEST(CrowdSymmetry, F2_47_a_ring_turns_around_its_middle_and_arrives) {
    for (const int count : {3, 4, 6, 8, 12, 20}) {
        CrowdDef def;
        def.kinds = {one_of(AvoidanceLaw::Orca)};
        CrowdGroupDef group;
        group.places = PlaceCircleDef{count, {0, 0}, 4};
        group.goal_opposite = GroundPlace{0, 0};
        def.groups = {group};
        World world = world_with_seed(def);
        EXPECT_LT(time_to_arrive(world, 60), 30) << count;
    }
}

TEST(CrowdSymmetry, F2_46_two_groups_pass_each_other_between_blocks_whatever_the_seed) {
    for (const AvoidanceLaw behaviour : {AvoidanceLaw::Orca, AvoidanceLaw::ForceField})
        for (int seed = 1; seed <= seeds; ++seed) {
            CrowdDef def;
            RectangleGroundDef ground;
            ground.high = {20, 10};
            ground.obstacles = {{{9, 2}, {11, 4}}, {{9, 6}, {11, 8}}};
            def.ground = ground;
            def.kinds = {one_of(behaviour)};
            CrowdGroupDef right, left;
            right.places = PlaceScatterDef{15, {0.5, 1.5}, {7, 8.5}};
            right.goal_shift = GroundPlace{12, 0};
            left.places = PlaceScatterDef{15, {13, 1.5}, {19.5, 8.5}};
            left.goal_shift = GroundPlace{-12, 0};
            def.groups = {right, left};
            World world = world_with_seed(def, seed);
            EXPECT_LT(time_to_arrive(world, 60), 60) << seed;
            EXPECT_LT(agent_overlap(world, 0), 0.02 * 0.5);
        }
}

}  // namespace
}  // namespace souple
