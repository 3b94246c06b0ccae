// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/agents/see_crowds.cpp.
#include "souple/dynamics/agents/see_crowds.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "souple/core/parallel.h"
#include "souple/core/rng.h"
#include "souple/models/crowd.h"
#include "support/walkers.h"

namespace souple {
namespace {

/// Agents in a field 6 m wide on one side of the origin who walk to the other side, without chance.
CrowdGroupDef marching(Real side, int count) {
    Rng rng{static_cast<std::uint64_t>(side > 0 ? 5 : 7)};
    CrowdGroupDef group;
    group.name = side > 0 ? "left" : "right";
    PlaceListDef list;
    for (int k = 0; k < count; ++k)
        list.places.push_back(
            {side * (1.5 + 1.1 * (k % 4) + rng.uniform(0, 0.3)), 1.1 * (k / 4) - 3 + rng.uniform(0, 0.3)});
    group.places = list;
    group.goal_shift = GroundPlace{-12 * side, 0};
    return group;
}

CrowdDef crowd_of(const std::string& name, std::vector<CrowdGroupDef> groups,
                  AvoidanceLaw behaviour = AvoidanceLaw::Orca) {
    CrowdDef def;
    def.part.name = name;
    def.part.touches = Touches::Bodies;
    def.kinds = {walker(behaviour)};
    def.kinds[0].noise = 0;
    def.kinds[0].height = 1.7;
    def.groups = std::move(groups);
    return def;
}

World two_crowds(AvoidanceLaw behaviour = AvoidanceLaw::Orca) {
    World world;
    add_crowd(world, crowd_of("first", {marching(-1, 20)}, behaviour));
    add_crowd(world, crowd_of("second", {marching(1, 20)}, behaviour));
    return world;
}

void walk_steps(World& world, int steps) {
    for (int k = 0; k < steps; ++k) ASSERT_FALSE(world.step({.h = 0.05}).failure);
}

/// [m] of the nearest agents of two parts.
Real least_distance(const World& world) {
    Real least = 1e30;
    const Range a = world.model.parts[0].points, b = world.model.parts[1].points;
    for (int i = a.begin; i < a.end(); ++i)
        for (int j = b.begin; j < b.end(); ++j)
            least = std::min(least, (world.state.x[i] - world.state.x[j]).norm());
    return least;
}

TEST(SeeCrowds, a_crowd_in_two_parts_steers_as_the_whole) {
    for (const AvoidanceLaw behaviour : {AvoidanceLaw::Orca, AvoidanceLaw::ForceField, AvoidanceLaw::Boids}) {
        World parts = two_crowds(behaviour), whole;
        add_crowd(whole, crowd_of("all", {marching(-1, 20), marching(1, 20)}, behaviour));
        walk_steps(parts, 12);  // (nobody touches anybody yet)
        walk_steps(whole, 12);
        EXPECT_EQ(parts.state.x, whole.state.x);
        EXPECT_EQ(parts.state.v, whole.state.v);
    }
}

TEST(SeeCrowds, the_order_of_parts_does_not_matter) {
    World one = two_crowds(), other;
    add_crowd(other, crowd_of("second", {marching(1, 20)}));
    add_crowd(other, crowd_of("first", {marching(-1, 20)}));
    walk_steps(one, 12);
    walk_steps(other, 12);
    std::rotate(other.state.x.begin(), other.state.x.begin() + 20, other.state.x.end());
    EXPECT_EQ(one.state.x, other.state.x);
}

TEST(SeeCrowds, two_crowds_walk_through_each_other_without_touching) {
    World world = two_crowds();
    Real least = 1e30, touch = 2 * walker().radius;
    for (int k = 0; k < 200; ++k) {
        walk_steps(world, 1);
        least = std::min(least, least_distance(world));
    }
    EXPECT_GT(least, touch - 0.01);
    for (int i = 0; i < 40; ++i) EXPECT_GT(world.state.x[i].x() * (i < 20 ? 1 : -1), 0);  // all have passed
}

TEST(SeeCrowds, who_does_not_look_is_pushed_apart) {
    World world;
    for (const Real side : {-1, 1}) {
        CrowdGroupDef group;
        group.places = PlaceListDef{{{2 * side, 0.1 * side}}};
        group.goal_shift = GroundPlace{-4 * side, 0};
        CrowdDef def = crowd_of(side < 0 ? "first" : "second", {group});
        def.kinds[0].max_neighbours = 0;
        add_crowd(world, def);
    }
    Real least = 1e30;
    for (int k = 0; k < 80; ++k) {
        walk_steps(world, 1);
        least = std::min(least, least_distance(world));
    }
    EXPECT_NEAR(least, 2 * walker().radius, 0.02);
}

/// Strangers, those who touch nobody and those a storey higher walk as if they were alone.
TEST(SeeCrowds, whom_one_may_not_touch_one_does_not_see) {
    World alone;
    add_crowd(alone, crowd_of("first", {marching(-1, 20)}));
    walk_steps(alone, 60);
    const auto check = [&](World world) {
        walk_steps(world, 60);
        for (int i = 0; i < 20; ++i) EXPECT_EQ(world.state.x[i], alone.state.x[i]);
    };
    World strangers = two_crowds();
    strangers.model.strangers.push_back({0, 1});
    check(strangers);
    for (const bool is_above : {false, true}) {
        World world;
        add_crowd(world, crowd_of("first", {marching(-1, 20)}));
        CrowdDef second = crowd_of("second", {marching(1, 20)});
        if (is_above)
            second.part.position = Vec3(0, 3, 0);
        else
            second.part.touches = Touches::Nothing;
        add_crowd(world, second);
        check(world);
    }
}

TEST(SeeCrowds, the_nearest_of_all_crowds_are_heeded) {
    World world = two_crowds();
    walk_steps(world, 1);
    CrowdBuffers& buffers = buffers_of(world.model, *world.scratch);
    const CrowdPart& crowd = *world.model.crowds[0];
    const CrowdBuffer& buffer = buffers.of[0];
    ASSERT_EQ(buffer.discs.size(), 40u);
    Neighbours found;
    CellQueue queue;
    for (int slot = 0; slot < 20; ++slot) {
        find_neighbours(crowd, buffer, slot, 5, 8, queue, found);
        add_other_neighbours(crowd, buffer, buffer.discs[slot].x, found);
        std::vector<Real> squared;
        for (int n = 0; n < 40; ++n)
            if (n != slot) squared.push_back((buffer.discs[n].x - buffer.discs[slot].x).squaredNorm());
        std::sort(squared.begin(), squared.end());
        for (int k = 0; k < found.count; ++k) EXPECT_NEAR(found.found[k].squared, squared[k], 1e-12);
        EXPECT_EQ(found.count, 8);
    }
}

TEST(SeeCrowds, bits_do_not_depend_on_threads) {
    std::vector<std::uint64_t> hashes;
    for (const int count : {1, 2, 8}) {
        const ThreadLimit limit(count);
        World world = two_crowds();
        walk_steps(world, 100);
        hashes.push_back(hash_of(world.state));
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

}  // namespace
}  // namespace souple
