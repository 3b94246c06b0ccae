// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/models/crowd_bodies.cpp, dynamics/agents/steer_bodies.cpp and move_bodies.cpp.
#include "souple/models/crowd_bodies.h"
#include "souple/dynamics/scratch.h"

#include <gtest/gtest.h>

#include "souple/core/errors.h"
#include "souple/core/parallel.h"
#include "souple/dynamics/agents/body_shape.h"
#include "souple/dynamics/agents/crowd_cells.h"
#include "souple/dynamics/agents/measure_crowd.h"
#include "souple/dynamics/agents/near_sides.h"
#include "souple/models/crowd.h"

namespace souple {
namespace {

AgentGroup pedestrian() {
    AgentGroup kind;
    kind.name = "walker";
    kind.noise = 0.02;
    kind.influence = 0.8;
    return kind;
}

AgentGroup vehicle(const AgentShape& shape, Real speed = 3) {
    AgentGroup kind;
    kind.name = "vehicle";
    kind.shape = shape;
    kind.speed = speed;
    kind.max_speed = 2 * speed;
    kind.stiffness = 10;
    kind.arrive = 1;
    return kind;
}

CrowdGroupDef group_at(const std::string& kind, const std::vector<GroundPlace>& places, GroundPlace shift) {
    CrowdGroupDef group;
    group.name = kind + "s";
    group.kind = kind;
    group.places = PlaceListDef{places};
    group.goal_shift = shift;
    return group;
}

/// People cross the way of vehicles that go back and forth.
CrowdDef street(const AgentShape& shape, int people = 30) {
    CrowdDef def;
    RectangleGroundDef ground;
    ground.high = {40, 20};
    def.ground = ground;
    def.levels = 2;
    def.adapts = true;
    def.rule = {3, 2};
    def.kinds = {pedestrian(), vehicle(shape)};
    CrowdGroupDef walkers;
    walkers.name = "walkers";
    walkers.kind = "walker";
    walkers.places = PlaceScatterDef{people, {10, 1}, {30, 4}};
    walkers.goal_shift = GroundPlace{0, 14};
    CrowdGroupDef traffic = group_at("vehicle", {{12, 8}, {12, 13}}, {20, 0});
    traffic.loops = true;
    def.groups = {traffic};
    if (people > 0) def.groups.push_back(walkers);
    return def;
}

World world_with(const CrowdDef& def) {
    World world;
    add_crowd(world, def);
    return world;
}

void take_steps(World& world, int steps) {
    for (int i = 0; i < steps; ++i) ASSERT_FALSE(world.step({.h = 0.05}).failure) << i;
}

std::vector<Vec3> corners_after(World& world, int steps) {
    take_steps(world, steps);
    const CrowdPart& crowd = *world.model.crowds[0];
    return {world.state.x.begin() + crowd.agent_count(), world.state.x.end()};
}

TEST(CrowdBodies, F2_26_F2_40_cells_of_sides_equal_brute_force_while_cars_drive_and_cells_split) {
    World world = world_with(street({.anticipation = 1}));
    int splits = 0;
    for (int i = 0; i < 120; ++i) {
        splits += world.step({.h = 0.05}).split_cells;
        const CrowdBuffer& buffer = world.scratch->crowds->of[0];
        ASSERT_EQ(find_fault(buffer.cells, buffer.next), "") << i;
        const int agents = world.model.crowds[0]->agent_count();
        for (int k = 0; k < 8; ++k)
            ASSERT_EQ(name_of(buffer.cells.ground.map, cell_of_corner(buffer, k)),
                      world.state.crowds[0].cell[agents + k]);
    }
    EXPECT_GT(splits, 0);
    EXPECT_EQ(world.scratch->crowds->of[0].cells.segments.size(), 10u);  // four sides and one ahead, twice
}

TEST(CrowdBodies, F2_40_a_car_keeps_its_shape_and_drives_at_its_speed_to_its_goal) {
    CrowdDef def = street({.length = 4, .width = 2}, 0);
    def.groups = {group_at("vehicle", {{8, 10}}, {20, 5})};
    World world = world_with(def);
    const Vec3 start = world.state.x[0];
    take_steps(world, 60);  // three seconds, of which about half a one is for starting
    EXPECT_NEAR((world.state.x[0] - start).norm(), 3 * (3 - 0.5), 0.3);
    EXPECT_NEAR((world.state.x[0] - world.state.x[1]).norm(), 2, 1e-9);
    EXPECT_NEAR((world.state.x[1] - world.state.x[2]).norm(), 4, 1e-9);
    take_steps(world, 150);
    EXPECT_EQ(bodies_arrived(world, 0), 1);
}

TEST(CrowdBodies, F2_42_people_do_not_act_on_bodies) {
    CrowdDef with = street({}), without = street({}, 0);
    with.adapts = without.adapts = false;
    World crowded = world_with(with), empty = world_with(without);
    const std::vector<Vec3> a = corners_after(crowded, 100), b = corners_after(empty, 100);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) EXPECT_EQ(a[k], b[k]);
}

TEST(CrowdBodies, F2_42_bodies_act_on_each_other) {
    CrowdDef both = street({}, 0);
    both.groups = {group_at("vehicle", {{10, 10}}, {20, 0}), group_at("vehicle", {{30, 10.3}}, {-20, 0})};
    World world = world_with(both);
    Real nearest = 1e300;
    for (int i = 0; i < 160; ++i) {
        take_steps(world, 1);
        for (int k = 0; k < 4; ++k) {
            std::vector<Vec2> car;
            for (int c = 4; c < 8; ++c) car.push_back(ground_place(world.state.x[c]));
            // (a disc of a metre around a corner that reaches into the other car is pushed out by what is
            // left)
            nearest = std::min(nearest, 1 - push_out_of(car, ground_place(world.state.x[k]), 1).norm());
        }
    }
    EXPECT_GT(nearest, -0.05);  // no corner enters the other car, though the ways would
}

TEST(CrowdBodies, F2_40_people_get_out_of_the_way_of_cars_and_overlap_none) {
    World world = world_with(street({.anticipation = 1}));
    int alarmed = 0;
    for (int i = 0; i < 450; ++i) {
        take_steps(world, 1);
        ASSERT_LT(body_overlap(world, 0), 0.02 * 0.5) << i;
        alarmed += alarmed_agents(world, 0);
    }
    EXPECT_GT(alarmed, 0);
    EXPECT_GT(arrived_share(world, 0), 0.9);
}

TEST(CrowdBodies, F2_40_sections_of_a_train_stay_hitched_and_follow_the_first) {
    CrowdDef def = street({.length = 2, .width = 1, .sections = 4, .gap = 0.4}, 0);
    def.groups = {group_at("vehicle", {{12, 5}}, {15, 10})};
    def.groups[0].goals = {{8, 15}};
    World world = world_with(def);
    const CrowdPart& crowd = *world.model.crowds[0];
    for (int i = 0; i < 200; ++i) {
        take_steps(world, 1);
        std::vector<PlaneFit> fits;
        for (const BodySection& section : crowd.sections) {
            std::vector<Vec2> places;
            for (int k = 0; k < 4; ++k)
                places.push_back(ground_place(world.state.x[section.corners.begin + k]));
            fits.push_back(fit_shape(std::span(crowd.rest_corners).subspan(0, 4), places));
        }
        for (int k = 1; k < 4; ++k) {
            const Vec2 rear = fits[k - 1].middle - 1.2 * fits[k - 1].ahead();
            const Vec2 front = fits[k].middle + 1.2 * fits[k].ahead();
            ASSERT_LT((rear - front).norm(), 1e-9) << i;
        }
    }
    EXPECT_EQ(world.state.crowds[0].goal[0], 1);  // it has turned around
}

TEST(CrowdBodies, F2_44_a_slug_squeezes_through_a_gap_narrower_than_itself_and_comes_back) {
    Real width_in_the_gap = 0;
    CrowdDef def =
        street({.length = 3, .width = 1.2, .corners = 12, .elasticity = 0.2, .plasticity = 0.5}, 0);
    std::get<RectangleGroundDef>(*def.ground).obstacles = {{{18, 0}, {19, 8.2}}, {{18, 9.2}, {19, 20}}};
    def.kinds[1].stiffness = 4;
    def.kinds[1].influence = 0.4;
    def.kinds[1].speed = 1;
    def.kinds[1].max_speed = 2;
    def.groups = {group_at("vehicle", {{12, 8.7}}, {14, 0})};
    World world = world_with(def);
    for (int i = 0; i < 500; ++i) {
        take_steps(world, 1);
        for (const Vec3& p : world.state.x)
            for (const Vec3& q : world.state.x)
                if (p.x() > 18 && p.x() < 19 && q.x() > 18 && q.x() < 19)
                    width_in_the_gap = std::max(width_in_the_gap, p.z() - q.z());
    }
    EXPECT_GT(width_in_the_gap, 0.3);
    EXPECT_LE(width_in_the_gap, 1);
    EXPECT_EQ(bodies_arrived(world, 0), 1);
    Real low = 1e300, high = -1e300;
    for (const Vec3& x : world.state.x) {
        low = std::min(low, x.z());
        high = std::max(high, x.z());
    }
    EXPECT_NEAR(high - low, 1.2, 0.1);
}

TEST(CrowdBodies, F2_18_a_car_that_drives_at_a_wall_stops_before_it) {
    CrowdDef def = street({}, 0);
    std::get<RectangleGroundDef>(*def.ground).obstacles = {{{20, 0}, {22, 14}}};
    def.kinds[1].stiffness = 0;
    def.groups = {group_at("vehicle", {{10, 10}}, {20, 0})};
    def.groups[0].finds_way = false;
    World world = world_with(def);
    take_steps(world, 200);
    for (const Vec3& x : world.state.x) EXPECT_LE(x.x(), 20);
    EXPECT_GT(world.state.x[0].x(), 19.5);
}

TEST(CrowdBodies, F2_45_a_fast_car_that_is_announced_strikes_fewer) {
    std::vector<int> struck;
    for (const Real anticipation : {0.0, 1.0}) {
        CrowdDef def = street({.anticipation = anticipation});
        def.kinds[0].max_speed = 1.4;
        def.kinds[0].alarm_speed = 3;
        def.kinds[0].neighbour_distance = 1.5;
        def.kinds[0].wall_horizon = 0.3;
        def.kinds[1].speed = 8;
        def.kinds[1].max_speed = 12;
        CrowdGroupDef standing;
        standing.name = "standing";
        standing.kind = "walker";
        standing.places = PlaceScatterDef{40, {15, 7}, {30, 13}};
        def.groups = {group_at("vehicle", {{6, 10}}, {28, 0}), standing};
        World world = world_with(def);
        struck.push_back(0);
        for (int i = 0; i < 80; ++i) {
            take_steps(world, 1);
            struck.back() += struck_agents(world, 0);
        }
    }
    EXPECT_GT(struck[0], 0);
    EXPECT_LT(2 * struck[1], struck[0]);
}

TEST(CrowdBodies, F2_45_who_flees_from_an_announced_car_is_not_turned_aside_by_others) {
    const auto street_where = [](Real side) {
        CrowdDef def = street({.anticipation = 2}, 0);
        def.kinds[0].behaviour = AvoidanceLaw::ForceField;
        def.kinds[0].noise = 0;
        def.kinds[0].side = side;
        // two who stand in each other's way, before a car that comes
        def.groups = {group_at("vehicle", {{12, 8}}, {20, 0}), group_at("walker", {{16, 8.4}}, {4, 0}),
                      group_at("walker", {{16.55, 8.4}}, {-4, 0})};
        return world_with(def);
    };
    World straight = street_where(0), turning = street_where(0.5);
    for (int i = 0; i < 60 && alarmed_agents(straight, 0) < 2; ++i) take_steps(straight, 1);
    turning.state = straight.state;
    take_steps(straight, 1);
    take_steps(turning, 1);
    ASSERT_EQ(alarmed_agents(turning, 0), 2);
    EXPECT_EQ(hash_of(turning.state), hash_of(straight.state));
}

TEST(CrowdBodies, F2_45_what_announces_a_car_ends_on_the_ground) {
    CrowdDef def = street({.anticipation = 4, .wedge = 1}, 10);
    def.groups[0] = group_at("vehicle", {{30, 10}, {10, 17}}, {9, 2});
    World world = world_with(def);
    take_steps(world, 60);
    for (const Vec3& x : world.state.x) EXPECT_TRUE(x.allFinite());
}

TEST(CrowdBodies, F2_24_a_state_that_is_put_back_goes_on_to_the_same_bits) {
    World world = world_with(street({}));
    take_steps(world, 30);
    const State kept = world.state;
    take_steps(world, 20);
    const std::uint64_t hash = hash_of(world.state);
    world.state = kept;
    take_steps(world, 20);
    EXPECT_EQ(hash_of(world.state), hash);
}

TEST(CrowdBodies, any_number_of_threads_and_a_state_taken_in_the_middle_give_the_same_bits) {
    std::vector<std::uint64_t> hashes;
    for (const int threads : {1, 2, 8}) {
        ThreadLimit limit(threads);
        limit.run([&] {
            World world = world_with(street({.sections = 2, .anticipation = 1, .wedge = 2}));
            take_steps(world, 30);
            World resumed = world_with(street({.sections = 2, .anticipation = 1, .wedge = 2}));
            resumed.state = world.state;
            take_steps(world, 30);
            take_steps(resumed, 30);
            hashes.push_back(hash_of(world.state));
            hashes.push_back(hash_of(resumed.state));
        });
    }
    for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes[0]);
}

TEST(CrowdBodies, F2_48_time_of_bodies_is_told) {
    World world = world_with(street({}));
    take_steps(world, 10);
    EXPECT_GT(world.scratch->crowds->of[0].times.polygon_agents, 0);
}

TEST(CrowdBodies, mistakes_are_told) {
    CrowdDef def = street({}, 0);
    def.groups[0].leaves = true;
    EXPECT_THROW(world_with(def), InputError);
    def.groups[0].leaves = false;
    def.groups[0].places = PlaceListDef{{{1, 10}}};  // its rear would be outside
    EXPECT_THROW(world_with(def), InputError);
    def.ground.reset();
    def.groups[0].places = PlaceListDef{{{12, 10}}};
    EXPECT_THROW(world_with(def), InputError);
}

}  // namespace
}  // namespace souple
