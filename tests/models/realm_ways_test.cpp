// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/agents/steer_realm.cpp: what agents on a surface do is what they do on flat
// ground, and they find their way where the surface winds.
#include <gtest/gtest.h>

#include <algorithm>

#include "souple/dynamics/agents/measure_crowd.h"
#include "souple/dynamics/agents/realm_crowd.h"
#include "souple/dynamics/scratch.h"
#include "souple/models/crowd.h"
#include "support/swimmers.h"

namespace souple {
namespace {

World world_of_walkers(const CrowdDef& def) {
    World world;
    add_crowd(world, def);
    return world;
}

void go_steps(World& world, int steps) {
    for (int i = 0; i < steps; ++i) {
        const StepReport report = world.step({.h = 0.05});
        ASSERT_FALSE(report.failure);
        ASSERT_EQ(report.tracking_fallbacks, 0) << i;
    }
}

/// People on one face of a large icosahedron, where the ground is flat, and the same people on flat ground.
struct FlatTwins {
    std::vector<Vec2> places, goals;
    AvoidanceLaw law = AvoidanceLaw::Orca;

    AgentGroup kind() const {
        AgentGroup walker;
        walker.name = "walker";
        walker.behaviour = law;
        return walker;
    }
    CrowdDef flat() const {
        CrowdDef def;
        def.kinds = {kind()};
        for (std::size_t k = 0; k < places.size(); ++k) {
            CrowdGroupDef group;
            group.places = PlaceListDef{{{places[k].x(), places[k].y()}}};
            group.goals = {{goals[k].x(), goals[k].y()}};
            def.groups.push_back(group);
        }
        return def;
    }
    static BodyPlane face() {
        const TriangleMesh ball = make_icosphere(200, 0);
        const auto [a, b, c] = ball.triangles[0];
        const Vec3 &p = ball.points[a], &q = ball.points[b], &r = ball.points[c];
        return plane_across((p + q + r) / 3, (q - p).cross(r - p).normalized());
    }
    CrowdDef curved() const {
        const BodyPlane plane = face();
        CrowdDef def;
        SphereRealmDef ball;
        ball.radius = 200;
        ball.subdivisions = 0;
        def.realm = ball;
        def.kinds = {kind()};
        for (std::size_t k = 0; k < places.size(); ++k) {
            CrowdGroupDef group;
            group.places = PlacePointsDef{{plane.middle + plane.in_world(places[k])}};
            group.goal_points = {plane.middle + plane.in_world(goals[k])};
            def.groups.push_back(group);
        }
        return def;
    }
    /// [m] greatest distance between twins after some steps.
    Real apart_after(int steps) const {
        World on_flat = world_of_walkers(flat()), on_ball = world_of_walkers(curved());
        go_steps(on_flat, steps);
        go_steps(on_ball, steps);
        Real apart = 0;
        const BodyPlane plane = face();
        for (std::size_t k = 0; k < places.size(); ++k)
            apart = std::max(apart, (plane.in_plane(on_ball.state.x[k]) -
                                     Vec2(on_flat.state.x[k].x(), on_flat.state.x[k].z()))
                                        .norm());
        return apart;
    }
};

TEST(RealmWays, F2_46_who_meets_or_queues_on_a_flat_face_does_what_it_does_on_flat_ground) {
    for (const AvoidanceLaw law : {AvoidanceLaw::Orca, AvoidanceLaw::ForceField}) {
        FlatTwins twins;
        twins.law = law;
        for (int k = 0; k < 4; ++k) {  // a queue that meets another
            twins.places.push_back(Vec2(-1 - 0.62 * k, 0));
            twins.goals.push_back(Vec2(12, 0));
            twins.places.push_back(Vec2(1 + 0.62 * k, 0));
            twins.goals.push_back(Vec2(-12, 0));
        }
        EXPECT_LT(twins.apart_after(60), 1e-6) << static_cast<int>(law);
    }
}

TEST(RealmWays, F2_46_everybody_finds_back_to_its_way_along_a_knotted_tube) {
    CrowdDef def;
    KnotRealmDef knot;
    knot.knot = {2, 3, 6, 2.4, 0.9, 100, 8};
    def.realm = knot;
    AgentGroup walker = swimmer("walker", 1.3);
    walker.behaviour = AvoidanceLaw::Orca;
    walker.radius = 0.2;
    walker.arrive = 0.6;
    def.kinds = {walker};
    CrowdGroupDef group;
    group.places = PlaceAnywhereDef{50};
    group.goal_across = Vec3::Zero();
    group.leaves = true;
    def.groups = {group};
    World world = world_of_walkers(def);
    EXPECT_TRUE(world.model.crowds[0]->winds);
    EXPECT_GE(world.model.crowds[0]->distinct_goals.size(), 50u);  // each has one of its own
    for (int i = 0; i < 1600 && arrived_share(world, 0) < 1; ++i) go_steps(world, 1);
    EXPECT_EQ(arrived_share(world, 0), 1);
}

TEST(RealmWays, F2_46_the_way_to_a_goal_is_searched_once_for_all_who_go_there) {
    CrowdDef def;
    KnotRealmDef knot;
    knot.knot = {2, 3, 6, 2.4, 0.9, 100, 8};
    def.realm = knot;
    def.kinds = {swimmer("walker", 1.3)};
    CrowdGroupDef group;
    group.places = PlaceAnywhereDef{20};
    group.goal_points = {
        point_of(std::get<CurvedGround>(make_realm(knot, 0, "knot").ground), {100, 0.3, 0.3})};
    def.groups = {group, group};
    def.groups[1].name = "others";
    World world = world_of_walkers(def);
    ASSERT_TRUE(world.model.crowds[0]->winds);
    go_steps(world, 1);
    const RealmBuffer& buffer = *world.scratch->crowds->of[0].realm;
    EXPECT_GT(std::count(buffer.asked.begin(), buffer.asked.end(), 1), 30);
    ASSERT_EQ(buffer.ways.size(), 1u);
    EXPECT_GE(buffer.ways[0].root, 0);
}

TEST(RealmWays, F2_46_a_body_on_a_knotted_tube_has_way_points_and_comes_to_its_goal) {
    CrowdDef def;
    KnotRealmDef knot;
    knot.knot = {2, 3, 6, 2.4, 0.9, 100, 8};
    def.realm = knot;
    AgentGroup slug = swimmer("slug", 1);
    slug.shape = AgentShape{.length = 0.8, .width = 0.4, .corners = 8, .elasticity = 0.3, .plasticity = 0.3};
    slug.arrive = 0.8;
    def.kinds = {slug};
    CrowdGroupDef group;
    group.places = PlaceAnywhereDef{4};
    group.goal_across = Vec3::Zero();
    def.groups = {group};
    World world = world_of_walkers(def);
    int most = 0;
    for (const ShapedAgent& body : world.model.crowds[0]->bodies) most = std::max(most, body.goals.count);
    EXPECT_GT(most, 1);
    for (int i = 0; i < 2400 && bodies_arrived(world, 0) < 1; ++i) go_steps(world, 1);
    EXPECT_EQ(bodies_arrived(world, 0), 1);
}

}  // namespace
}  // namespace souple
