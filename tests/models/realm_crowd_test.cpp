// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/models/realm_crowd.cpp and realm_shapes.cpp, and of the stages steer and move with a
// crowd on a curved surface or in space in them.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "souple/core/errors.h"
#include "souple/core/parallel.h"
#include "souple/dynamics/agents/measure_crowd.h"
#include "souple/dynamics/agents/realm_crowd.h"
#include "souple/dynamics/scratch.h"
#include "souple/models/crowd.h"
#include "support/swimmers.h"

namespace souple {
namespace {

/// Agents on a ball of 6 m, each bound for the other side; one group for each speed.
CrowdDef crowd_around_ball(int count) {
    CrowdDef def;
    def.realm = SpaceRealmDef{Vec3::Constant(-7), Vec3::Constant(7), {4, 4, 4}, 0, {}};
    def.levels = 3;
    def.adapts = true;
    def.rule = {8, 4};
    const std::vector<Real> speeds{0.8, 1.1, 1.6};
    for (int k = 0; k < 3; ++k) {
        CrowdGroupDef group;
        group.name = group.kind = std::string(1, static_cast<char>('a' + k));
        group.places = PlaceSphereDef{count, k, 3, Vec3::Zero(), 6, 40};
        group.goal_across = Vec3::Zero();
        def.kinds.push_back(swimmer(group.kind, speeds[k]));
        def.groups.push_back(group);
    }
    return def;
}

/// Walkers and a slug on a planet with a building, all bound for the other side.
CrowdDef crowd_on_planet(AvoidanceLaw behaviour = AvoidanceLaw::Orca) {
    CrowdDef def;
    SphereRealmDef planet;
    planet.radius = 6;
    planet.subdivisions = 2;
    planet.buildings = {{Vec3(0, 6, 0), 2}};
    def.realm = planet;
    def.levels = 3;
    def.adapts = true;
    def.rule = {3, 2};
    AgentGroup walker = swimmer("walker", 1.3);
    walker.behaviour = behaviour;
    walker.radius = 0.2;
    walker.neighbour_distance = 2;
    walker.arrive = 0.6;
    AgentGroup slug = swimmer("slug", 0.6);
    slug.shape = AgentShape{.length = 1.6, .width = 0.8, .corners = 10, .elasticity = 0.3, .plasticity = 0.3};
    slug.arrive = 1;
    def.kinds = {walker, slug};
    CrowdGroupDef walkers, slugs;
    walkers.name = "walkers";
    walkers.kind = "walker";
    walkers.places = PlaceAnywhereDef{60};
    walkers.goal_points = {Vec3(6, 0, 0), Vec3(-6, 0, 0), Vec3(0, -6, 0), Vec3(0, 0, 6), Vec3(0, 0, -6)};
    walkers.random_goals = 2;
    walkers.leaves = true;
    slugs.name = "slugs";
    slugs.kind = "slug";
    slugs.places = PlacePointsDef{{Vec3(0, -1, 6)}};
    slugs.goal_points = {Vec3(5, -1, 3)};
    def.groups = {walkers, slugs};
    return def;
}

World realm_world(const CrowdDef& def) {
    World world;
    add_crowd(world, def);
    return world;
}

void walk_on(World& world, int steps, Real h = 0.05) {
    for (int i = 0; i < steps; ++i) {
        const StepReport report = world.step({.h = h});
        ASSERT_FALSE(report.failure);
        ASSERT_EQ(report.tracking_fallbacks, 0) << i;
    }
}

std::string fault_of(const CrowdDef& def) {
    try {
        realm_world(def);
    } catch (const InputError& error) {
        return error.what();
    }
    return "none";
}

/// What the cells of a running crowd differ in from looking at everybody.
std::string fault_of_cells(World& world) {
    return std::visit(
        []<class Ground>(RealmCells<Ground>& cells) { return find_fault<Ground>(cells.reg, cells.places); },
        world.scratch->crowds->of[0].realm->cells);
}

TEST(RealmCrowd, F2_49_charges_on_a_sphere_spread_until_they_are_nearly_a_lattice_of_triangles) {
    Rng rng{1};
    const int count = 300;
    const std::vector<Vec3> points = spread_on_sphere(count, rng, 120);
    Real nearest = 4;
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < i; ++k) nearest = std::min(nearest, (points[i] - points[k]).norm());
    EXPECT_GT(nearest, 0.8 * std::sqrt(8 * std::numbers::pi / (std::sqrt(3.0) * count)));
}

TEST(RealmCrowd, F2_49_agents_cross_the_ball_cells_refine_at_its_centre_and_merge_again_and_all_arrive) {
    World world = realm_world(crowd_around_ball(150));
    const Range points = world.model.parts[0].points;
    int most = 0;
    std::vector<int> left_centre(points.count, -1);
    Real sum_of_radii = 0;
    int finest = 0;
    for (int step = 0; step < 500 && arrived_share(world, 0) < 1; ++step) {
        walk_on(world, 1);
        most = std::max(most, cell_count(world, 0));
        for (int i = 0; i < points.count; ++i) {
            const Vec3& x = world.state.x[points.begin + i];
            const Range goals = world.model.crowds[0]->goals[i];
            if (left_centre[i] < 0 && x.dot(world.model.crowds[0]->goal_points[goals.begin]) > 0)
                left_centre[i] = step;
            if (world.state.crowds[0].cell[i].path < 64) continue;
            sum_of_radii += x.norm();
            ++finest;
        }
    }
    EXPECT_EQ(arrived_share(world, 0), 1);
    EXPECT_GT(most, 64 + 21);  // split where they meet
    ASSERT_GT(finest, 0);
    EXPECT_LT(sum_of_radii / finest, 3);       // which is at the centre
    EXPECT_LT(cell_count(world, 0), 64 + 21);  // and merged when they are apart again
    EXPECT_EQ(fault_of_cells(world), "");
    EXPECT_EQ(off_cell(world, 0), 0);
    // the faster leave the centre first
    long long first = 0, last = 0;
    for (int i = 0; i < points.count; ++i)
        for (int k = 0; k < points.count; ++k)
            if (world.model.crowds[0]->group(i).speed > world.model.crowds[0]->group(k).speed)
                (left_centre[i] < left_centre[k] ? first : last) += 1;
    EXPECT_GT(first, 3 * last);
}

TEST(RealmCrowd, F2_42_F2_43_F2_49_who_is_near_does_not_depend_on_how_space_is_divided) {
    std::vector<std::vector<Vec3>> ends;
    for (const int levels : {0, 2, 4}) {
        CrowdDef def = crowd_around_ball(90);
        def.levels = levels;
        def.rule = {levels == 4 ? 1 : 4, 1};
        World world = realm_world(def);
        walk_on(world, 120);
        EXPECT_EQ(deepest_cell(world, 0) > 0, levels > 0);
        ends.push_back(world.state.x);
    }
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_EQ(ends[0], ends[2]);
}

TEST(RealmCrowd, F2_17_F2_44_walkers_and_a_slug_stay_on_their_faces_and_out_of_the_building) {
    World world = realm_world(crowd_on_planet());
    const CurvedGround& ground = std::get<CurvedGround>(world.model.crowds[0]->realm->ground);
    for (int k = 0; k < 20; ++k) {
        walk_on(world, 10);
        ASSERT_LT(off_cell(world, 0), 1e-12);
        ASSERT_EQ(fault_of_cells(world), "");
        EXPECT_LT(agent_overlap(world, 0), 0.04);
        for (const CellName& cell : world.state.crowds[0].cell) ASSERT_FALSE(is_obstacle(ground, cell.root));
    }
    EXPECT_GT(deepest_cell(world, 0), 0);
    walk_on(world, 600);  // two ways of half the way around at most, 29 s
    EXPECT_EQ(arrived_share(world, 0), 1);
    EXPECT_EQ(bodies_arrived(world, 0), 1);
    // the slug has its area again, as far as it gives in to stretches
    const Range points = world.model.parts[0].points;
    Vec3 area = Vec3::Zero();
    for (int k = 60; k < 70; ++k)
        area += 0.5 * world.state.x[points.begin + k].cross(world.state.x[points.begin + 60 + (k - 59) % 10]);
    Vec3 middle = Vec3::Zero();
    for (int k = 60; k < 70; ++k) middle += world.state.x[points.begin + k] / 10;
    EXPECT_NEAR(std::abs(area.dot(middle.normalized())),
                10 * 0.5 * 0.8 * 0.4 * std::sin(std::numbers::pi / 5), 0.15);
}

TEST(RealmCrowd, F2_17_a_knot_is_walked_around_to_the_goal_and_not_through_the_air) {
    CrowdDef def;
    KnotRealmDef knot;
    knot.knot = {.ring = 4, .wind = 1.6, .tube = 0.5, .length = 60, .around = 6};
    def.realm = knot;
    def.levels = 2;
    def.adapts = true;
    def.rule = {2, 1};
    def.kinds = {swimmer("walker", 1.3)};
    CrowdGroupDef group;
    group.places = PlaceAnywhereDef{20};
    group.goal_points = {
        point_of(std::get<CurvedGround>(make_realm(knot, 0, "knot").ground), {100, 0.3, 0.3})};
    group.leaves = true;
    def.groups = {group};
    World world = realm_world(def);
    for (int k = 0; k < 8; ++k) {
        walk_on(world, 100);
        ASSERT_LT(off_cell(world, 0), 1e-12);
    }
    EXPECT_GT(arrived_share(world, 0), 0.3);
    EXPECT_EQ(fault_of_cells(world), "");
    // the last has a long way: half of the knot
    walk_on(world, 500);
    EXPECT_EQ(arrived_share(world, 0), 1);
}

TEST(RealmCrowd, F2_46_a_way_around_a_wall_in_space_is_found_and_nobody_passes_the_wall) {
    CrowdDef def = crowd_around_ball(30);
    def.realm = SpaceRealmDef{
        Vec3::Constant(-7), Vec3::Constant(7), {7, 7, 7}, 0, {{Vec3(-1, -7, -7), Vec3(1, 5, 7)}}};
    def.groups.resize(1);
    def.groups[0].places = PlacePointsDef{{Vec3(-4, 0, 0), Vec3(-4, 1, 0), Vec3(-4, -2, 1)}};
    World world = realm_world(def);
    EXPECT_GT(world.model.crowds[0]->goals[0].count, 1);
    for (int k = 0; k < 400; ++k) {
        walk_on(world, 1);
        for (const Vec3& x : world.state.x) ASSERT_TRUE(std::abs(x.x()) >= 1 || x.y() >= 5) << k;
    }
    EXPECT_EQ(arrived_share(world, 0), 1);
}

TEST(RealmCrowd, F2_20_swimmers_in_bent_cells_are_never_lost_and_cells_are_what_brute_force_finds) {
    CrowdDef def = crowd_around_ball(90);
    std::get<SpaceRealmDef>(*def.realm).bend = 0.5;
    def.levels = 2;
    def.rule = {3, 2};
    World world = realm_world(def);
    for (int k = 0; k < 10; ++k) {
        walk_on(world, 15);
        ASSERT_EQ(fault_of_cells(world), "") << k;
        ASSERT_EQ(off_cell(world, 0), 0);
    }
    EXPECT_GT(deepest_cell(world, 0), 0);
}

TEST(RealmCrowd, any_number_of_threads_gives_the_same_bits) {
    for (const CrowdDef& def :
         {crowd_around_ball(90), crowd_on_planet(), crowd_on_planet(AvoidanceLaw::Boids)}) {
        std::vector<std::uint64_t> hashes;
        for (const int threads : {1, 2, 8}) {
            ThreadLimit limit(threads);
            limit.run([&] {
                World world = realm_world(def);
                walk_on(world, 40);
                hashes.push_back(hash_of(world.state));
            });
        }
        EXPECT_EQ(hashes[0], hashes[1]);
        EXPECT_EQ(hashes[0], hashes[2]);
    }
}

TEST(RealmCrowd, a_state_taken_in_the_middle_goes_on_to_the_same_end) {
    for (const CrowdDef& def : {crowd_around_ball(90), crowd_on_planet()}) {
        World world = realm_world(def);
        walk_on(world, 90);
        EXPECT_FALSE(world.state.crowds[0].divided.empty());
        World resumed = realm_world(def);
        resumed.state = world.state;
        walk_on(world, 60);
        walk_on(resumed, 60);
        EXPECT_EQ(hash_of(world.state), hash_of(resumed.state));
    }
}

TEST(RealmCrowd, a_state_from_before_an_agent_left_goes_on_with_it) {
    CrowdDef def = crowd_around_ball(30);
    def.adapts = false;
    for (CrowdGroupDef& group : def.groups) group.leaves = true;
    World world;
    add_crowd(world, def);
    const auto gone = [&] {
        int count = 0;
        for (int i = 0; i < 30; ++i) count += is_gone(*world.model.crowds[0], world.state.crowds[0], i);
        return count;
    };
    State before = world.state;
    while (gone() == 0 && world.state.time < 60) {
        before = world.state;
        ASSERT_FALSE(world.step({.h = 0.05}).failure);
    }
    ASSERT_GT(gone(), 0);
    const std::uint64_t after = hash_of(world.state);
    world.state = before;
    ASSERT_FALSE(world.step({.h = 0.05}).failure);
    EXPECT_EQ(hash_of(world.state), after);
}

TEST(RealmCrowd, what_cannot_be_is_refused_by_name) {
    CrowdDef def = crowd_around_ball(30);
    def.groups[1].places = PlacePointsDef{{Vec3(0, 8, 0)}};
    EXPECT_EQ(fault_of(def), "agent 0 of group 'b' at (0, 8, 0) is outside the realm");
    def = crowd_around_ball(30);
    def.groups[1].goal_points = {Vec3(0, 0, 9)};
    EXPECT_NE(fault_of(def).find("a goal of agent 0 of group 'b' at (0, 0, 9) is outside"),
              std::string::npos);
    // (on a surface every place has a nearest one, unless distances overflow)
    def = crowd_on_planet();
    def.groups[0].goal_points = {Vec3(0, 0, 1e300)};
    EXPECT_NE(fault_of(def).find("is outside the realm"), std::string::npos);
    def = crowd_around_ball(30);
    def.kinds[0].behaviour = AvoidanceLaw::Orca;
    EXPECT_NE(fault_of(def).find("group 'a': orca needs a surface"), std::string::npos);
    def = crowd_around_ball(30);
    def.groups[0].places = PlaceListDef{{{0, 0}}};
    EXPECT_NE(fault_of(def).find("starts at places of flat ground"), std::string::npos);
    def = crowd_on_planet();
    def.groups[0].places = PlacePointsDef{{Vec3(0, 6, 0)}};
    EXPECT_NE(fault_of(def).find("is in an obstacle"), std::string::npos);
    def = crowd_around_ball(30);
    def.kinds[0].height = 1;
    EXPECT_NE(fault_of(def).find("group 'a': in space agents are balls"), std::string::npos);
    def = crowd_around_ball(30);
    def.groups[0].goals = {{1, 2}};
    EXPECT_NE(fault_of(def).find("goals in a realm are"), std::string::npos);
    def = crowd_around_ball(30);
    def.kinds[0].headway = 1;
    EXPECT_NE(fault_of(def).find("need flat ground"), std::string::npos);
}

TEST(RealmCrowd, F2_48_probes_are_those_of_the_state_also_when_it_goes_back) {
    for (const CrowdDef& def : {crowd_on_planet(), crowd_around_ball(150)}) {
        World world = realm_world(def);
        walk_on(world, 60);
        const State kept = world.state;
        const Real darts = darts_per_cell(world, 0), share = level_memory_share(world, 0);
        walk_on(world, 60);
        world.state = kept;
        EXPECT_EQ(darts_per_cell(world, 0), darts);
        EXPECT_EQ(level_memory_share(world, 0), share);
        EXPECT_LT(off_cell(world, 0), 1e-9);
        EXPECT_EQ(registration_fault(world, 0), 0);
        // and a wrong one is told, of those who are still there: the first and who is farthest from it
        const auto& crowd = *world.model.crowds[0];
        CrowdState& memory = world.state.crowds[0];
        std::vector<int> there;
        for (int i = 0; i < crowd.agent_count(); ++i)
            if (!is_gone(crowd, memory, i)) there.push_back(i);
        ASSERT_GT(there.size(), 1u);
        const auto from_first = [&](int i) { return (world.state.x[i] - world.state.x[there[0]]).norm(); };
        const int other = *std::max_element(there.begin(), there.end(),
                                            [&](int a, int b) { return from_first(a) < from_first(b); });
        std::swap(memory.cell[there[0]], memory.cell[other]);
        EXPECT_EQ(registration_fault(world, 0), 1);
        EXPECT_GT(off_cell(world, 0), 0.1);
    }
}

}  // namespace
}  // namespace souple
