// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests view/describe_world.cpp, view/plan_view.cpp and view/find_curves.cpp.
#include "souple/view/describe_world.h"

#include <gtest/gtest.h>

#include "souple/core/errors.h"
#include "souple/view/check_frame.h"
#include "support/hair_world.h"
#include "support/test_world.h"

namespace souple {

namespace {

Frame frame_of(const World& world, const ViewOptions& options = {}) {
    Frame frame = describe_world(world.model, world.state, world.control, options);
    check(frame);
    return frame;
}

const Quantity& quantity(const StructureHead& head, const std::string& name) {
    for (const Quantity& q : head.quantities)
        if (q.name == name) return q;
    throw std::runtime_error("no quantity " + name + " on " + head.name);
}

World particles(const ParticlesDef& def) {
    World world;
    add_particles(world, def);
    return world;
}

}  // namespace

TEST(DescribeWorld, a_cloth_is_one_surface_with_its_points_in_place) {
    World world;
    ClothDef def = small_cloth(4);
    def.part.name = "sheet";
    def.part.position = {0, 2, 0};
    add_cloth(world, def);
    const Frame frame = frame_of(world);
    ASSERT_EQ(frame.surfaces.size(), 1u);
    EXPECT_TRUE(frame.points.empty() && frame.curves.empty() && frame.instances.empty());
    const SurfaceView& sheet = frame.surfaces[0];
    EXPECT_EQ(sheet.head.name, "sheet");
    EXPECT_EQ(sheet.head.part, "sheet");
    EXPECT_EQ(sheet.positions, world.state.x);
    EXPECT_EQ(sheet.triangles.size(), 32u);
}

TEST(DescribeWorld, a_cloth_says_where_its_nodes_lie_at_rest_when_asked) {
    World world;
    ClothDef def = small_cloth(2);
    def.part.position = {0, 2, 0};
    add_cloth(world, def);
    EXPECT_THROW(quantity(frame_of(world).surfaces[0].head, "rest"), std::runtime_error);
    const Frame frame = frame_of(world, {.rest = true});
    const Quantity& rest = quantity(frame.surfaces[0].head, "rest");
    EXPECT_EQ(rest.unit, "m");
    ASSERT_EQ(rest.values.size(), 3 * world.state.x.size());
    for (std::size_t i = 0; i < world.state.x.size(); ++i)
        for (int k = 0; k < 3; ++k)
            EXPECT_FLOAT_EQ(rest.values[3 * i + k], static_cast<float>(world.model.point_rest[i][k]));
}

TEST(DescribeWorld, a_spring_without_stiffness_is_not_drawn) {
    ParticlesDef def;
    def.points = {{.position = {0, 0, 0}}, {.position = {1, 0, 0}}, {.position = {2, 0, 0}}};
    def.springs = {{.a = 0, .b = 1, .stiffness = 5}, {.a = 1, .b = 2, .stiffness = 0}};
    const Frame frame = frame_of(particles(def));
    ASSERT_EQ(frame.curves.size(), 1u);
    EXPECT_EQ(frame.curves[0].first, (std::vector<int>{0, 2}));
}

TEST(DescribeWorld, a_second_cloth_counts_its_points_from_zero) {
    World world;
    ClothDef def = small_cloth(2);
    def.part.name = "one";
    add_cloth(world, def);
    def.part.name = "two";
    def.part.position = {5, 0, 0};
    add_cloth(world, def);
    const Frame frame = frame_of(world);  // the check would find indices out of range
    ASSERT_EQ(frame.surfaces.size(), 2u);
    EXPECT_EQ(frame.surfaces[0].triangles, frame.surfaces[1].triangles);
    EXPECT_LT((frame.surfaces[1].positions[0] - frame.surfaces[0].positions[0] - Vec3(5, 0, 0)).norm(),
              1e-12);
}

TEST(DescribeWorld, strain_of_a_cloth_stretched_evenly_is_the_stretch) {
    World world;
    ClothDef def = small_cloth(4);
    def.stretch = Vec3::Constant(1.25);
    add_cloth(world, def);
    const Frame frame = frame_of(world);
    const Quantity& strain = quantity(frame.surfaces[0].head, "strain");
    EXPECT_EQ(strain.unit, "1");
    for (const float value : strain.values) EXPECT_NEAR(value, 0.25, 1e-6);
}

TEST(DescribeWorld, strain_at_a_point_is_the_mean_of_its_springs) {
    ParticlesDef def;
    def.points = {{.position = {0, 0, 0}}, {.position = {1, 0, 0}}, {.position = {2, 0, 0}}};
    def.springs = {{.a = 0, .b = 1, .rest_length = 0.5}, {.a = 1, .b = 2, .rest_length = 2}};
    const Frame frame = frame_of(particles(def));
    const Quantity& strain = quantity(frame.curves[0].head, "strain");
    EXPECT_EQ(strain.values, (std::vector<float>{1, 0.25f, -0.5f}));
}

TEST(DescribeWorld, speed_is_the_length_of_the_velocity) {
    const Frame frame = frame_of(point_world({1, 2, 3}, {3, 0, -4}));
    ASSERT_EQ(frame.points.size(), 1u);
    EXPECT_EQ(frame.points[0].positions[0], Vec3(1, 2, 3));
    EXPECT_EQ(quantity(frame.points[0].head, "speed").values, std::vector<float>{5});
    EXPECT_GT(frame.points[0].radii[0], 0);
}

TEST(DescribeWorld, contact_and_force_appear_when_they_are_given) {
    World world = point_world({0, 0, 0}, {0, 0, 0});
    EXPECT_EQ(frame_of(world).points[0].head.quantities.size(), 1u);
    const std::vector<Contact> contacts = {{.part = 0, .point = 0}};
    const Forces forces{{Vec3(1, -2, 3)}, {}, {}};
    const Frame frame = frame_of(world, {&contacts, &forces});
    EXPECT_EQ(quantity(frame.points[0].head, "contact").values, std::vector<float>{1});
    EXPECT_EQ(quantity(frame.points[0].head, "force").values, (std::vector<float>{1, -2, 3}));
    const std::vector<Contact> none;
    EXPECT_EQ(quantity(frame_of(world, {&none, nullptr}).points[0].head, "contact").values,
              std::vector<float>{0});
}

TEST(DescribeWorld, each_chain_is_one_curve_with_or_without_springs_against_bending) {
    for (const ChainBending bending : {ChainBending::None, ChainBending::Hinge, ChainBending::SkipOne}) {
        ParticlesDef def;
        def.chains = {
            {.segments = 5, .bending = bending, .bend_stiffness = 1},
            {.from = {0, 1, 0}, .to = {1, 1, 0}, .segments = 3, .rest_ratio = 0.9, .bending = bending}};
        const World world = particles(def);
        const Frame frame = frame_of(world);
        ASSERT_EQ(frame.curves.size(), 1u);
        EXPECT_TRUE(frame.points.empty());
        EXPECT_EQ(frame.curves[0].first, (std::vector<int>{0, 6, 10}));
        EXPECT_EQ(frame.curves[0].positions, world.state.x);
    }
}

TEST(DescribeWorld, a_ring_of_springs_ends_where_it_began) {
    ParticlesDef def;
    def.points = {{.position = {0, 0, 0}}, {.position = {1, 0, 0}}, {.position = {0, 1, 0}}};
    def.springs = {{.a = 2, .b = 0}, {.a = 0, .b = 1}, {.a = 1, .b = 2}};
    const SpringCurves curves = find_curves(particles(def).model, particles(def).model.parts[0]);
    EXPECT_EQ(curves.nodes, (std::vector<int>{0, 1, 2, 0}));
    EXPECT_EQ(curves.first, (std::vector<int>{0, 4}));
}

TEST(DescribeWorld, curves_end_where_three_springs_meet_and_use_every_spring_once) {
    ParticlesDef def;  // a cross of four arms with two springs each, around point 4
    for (int i = 0; i < 9; ++i) def.points.push_back({.position = {Real(i), Real(i * i), 0}});
    for (const auto& [a, b] : {std::pair(4, 0), {4, 1}, {4, 2}, {4, 3}, {0, 5}, {1, 6}, {2, 7}, {3, 8}})
        def.springs.push_back({.a = a, .b = b});
    const World world = particles(def);
    const SpringCurves curves = find_curves(world.model, world.model.parts[0]);
    EXPECT_EQ(curves.first, (std::vector<int>{0, 3, 6, 9, 12}));
    EXPECT_EQ(curves.nodes, (std::vector<int>{4, 0, 5, 4, 1, 6, 4, 2, 7, 4, 3, 8}));
}

TEST(DescribeWorld, points_on_single_springs_are_shown_as_balls_too) {
    ParticlesDef def;
    def.points = {{.position = {0, 0, 0}}, {.position = {1, 0, 0}}, {.position = {0, 5, 0}}};
    def.springs = {{.a = 0, .b = 1}};
    const Frame frame = frame_of(particles(def));
    EXPECT_EQ(frame.curves[0].positions.size(), 2u);
    EXPECT_EQ(frame.points[0].positions.size(), 3u);
    EXPECT_LT(frame.points[0].radii[0], 0.5);
}

float ball_radius_of(const World& world) { return frame_of(world).points.at(0).radii.at(0); }

TEST(DescribeWorld, points_far_apart_are_not_larger_than_a_small_share_of_the_scene) {
    ParticlesDef def;
    def.part.thickness = 0.001;
    def.points = {{.position = {0, 0, 0}}, {.position = {10, 0, 0}}};
    const float radius = ball_radius_of(particles(def));
    EXPECT_LT(radius, 0.02 * 10);
    EXPECT_GT(radius, 0.005 * 10) << "they are still seen";
}

TEST(DescribeWorld, points_close_together_do_not_swallow_their_neighbours) {
    ParticlesDef def;
    def.part.thickness = 0.001;
    for (int i = 0; i < 1000; ++i)
        def.points.push_back({.position = {0.1 * (i % 10), 0.1 * (i / 10 % 10), 0.1 * (i / 100)}});
    World world = particles(def);
    EXPECT_LT(ball_radius_of(world), 0.05) << "half the distance to the next";
    add_obstacle(world, Sphere{50});
    EXPECT_LT(ball_radius_of(world), 0.05);
    EXPECT_GT(ball_radius_of(world), 0.01);
}

TEST(DescribeWorld, a_point_among_obstacles_is_small_beside_them_and_as_thick_as_it_is) {
    World world = point_world({0, 5, 0}, {0, 0, 0});
    add_obstacle(world, Plane{});
    EXPECT_NEAR(ball_radius_of(world), 0.02, 1e-6) << "a plane has no size";
    add_obstacle(world, Sphere{0.1});
    EXPECT_LT(ball_radius_of(world), 0.01);
    EXPECT_GT(ball_radius_of(world), 0.002);
    world.model.parts[0].surface.thickness = 0.3;
    EXPECT_NEAR(ball_radius_of(world), 0.3, 1e-6);
}

TEST(DescribeWorld, a_body_is_shown_as_the_box_that_has_its_inertia) {
    const Real m = 2;
    const Vec3 side(0.2, 0.5, 0.9), s = side.cwiseProduct(side);
    FrameDef body;
    body.position = {1, 2, 3};
    body.velocity = {0, 3, 4};
    body.mass = m;
    body.moments = m / 12 * Vec3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y());
    World world;
    FramesDef def;
    def.frames = {body, body, FrameDef{}};
    add_frames(world, def);
    EXPECT_LT((box_sides(world.model.frame_inertia[0]) - side).norm(), 1e-12);
    const Frame frame = frame_of(world);
    ASSERT_EQ(frame.instances.size(), 2u);  // two that look alike, and another
    EXPECT_EQ(frame.instances[0].poses.size(), 2u);
    EXPECT_EQ(frame.instances[0].poses[0].position, Vec3(1, 2, 3));
    EXPECT_EQ(quantity(frame.instances[0].head, "speed").values, (std::vector<float>{5, 5}));
    EXPECT_LT((frame.instances[0].mesh->positions[7] - side / 2).norm(), 1e-12);
    EXPECT_FALSE(frame.instances[0].endless);
}

TEST(DescribeWorld, a_body_whose_moments_no_box_has_is_thin_not_imaginary) {
    const Vec3 side = box_sides({1, {1, 0.1, 0.1}});
    EXPECT_TRUE(is_finite(side));
    EXPECT_GT(side.minCoeff(), 0);
}

TEST(DescribeWorld, obstacles_stand_where_the_controls_have_them) {
    World world = point_world({0, 5, 0}, {0, 0, 0});
    add_obstacle(world, Plane{});
    const int ball = add_obstacle(world, Sphere{0.5}, {{0, 1, 0}, Quat::Identity()});
    world.model.tracks.push_back({"ride", {{0, {}}, {1, {{6, 0, 0}, Quat::Identity()}}}, false});
    world.model.obstacles[ball].track = 0;
    EXPECT_LT(frame_of(world).instances[1].poses[0].position.norm(), 1e-12);  // before the first step
    run(world, 10);
    const Frame frame = frame_of(world);
    EXPECT_LT((frame.instances[1].poses[0].position - Vec3(1, 0, 0)).norm(), 1e-9);
    EXPECT_TRUE(frame.instances[0].endless);
    EXPECT_FALSE(frame.instances[1].endless);
    EXPECT_EQ(frame.time, world.state.time);
    EXPECT_EQ(frame.step, 10);
    world.control.obstacles[ball].pose_t1.position.y() = 7;  // whoever drives the controls is believed
    EXPECT_EQ(frame_of(world).instances[1].poses[0].position.y(), 7);
    world.state.time = 0.5;  // a state put back by somebody: the controls are of another time
    EXPECT_LT((frame_of(world).instances[1].poses[0].position - Vec3(3, 0, 0)).norm(), 1e-9);
}

TEST(DescribeWorld, a_plane_is_as_large_as_what_may_stand_on_it_asks_for) {
    World world = point_world({0, 5, 0}, {0, 0, 0});
    add_obstacle(world, Plane{});
    const auto reach = [](const World& w) { return frame_of(w).instances.at(0).mesh->positions[0].norm(); };
    EXPECT_NEAR(reach(world), 10 * std::sqrt(2), 1e-9);
    add_obstacle(world, Box{{60, 20, 40}}, {{0, 20, 0}, Quat::Identity()});
    EXPECT_GT(reach(world), 600);
}

TEST(DescribeWorld, a_deforming_obstacle_is_a_surface_in_the_world) {
    World world = point_world({0, 9, 0}, {0, 0, 0});
    const TriangleMesh mesh = make_grid(1, 1, 1, 1);
    MeshSequence sequence{mesh.triangles, {0, 1}, {mesh.points, mesh.points}};
    for (Vec3& p : sequence.points[1]) p.y() += 6;
    const int o = add_obstacle(world, Sphere{}, {{0, 0, 2}, Quat::Identity()});
    world.model.obstacles[o].deforming = std::make_shared<const MeshSequence>(sequence);
    EXPECT_LT((frame_of(world).surfaces[0].positions[0] - Vec3(-0.5, 0, 1.5)).norm(), 1e-12);
    run(world, 10);
    const Frame frame = frame_of(world);
    EXPECT_TRUE(frame.instances.empty());
    EXPECT_LT((frame.surfaces[0].positions[0] - Vec3(-0.5, 1, 1.5)).norm(), 1e-9);
}

TEST(DescribeWorld, names_are_unique_even_when_parts_are_named_to_collide) {
    World world;
    ParticlesDef def;
    def.part.name = "a";
    def.points = {{}, {.position = {1, 0, 0}}};
    add_particles(world, def);
    ClothDef cloth = small_cloth(2);
    cloth.part.name = "a_points";
    add_cloth(world, cloth);
    const Frame frame = frame_of(world);
    EXPECT_EQ(frame.points[0].head.name, "a_points");
    EXPECT_EQ(frame.surfaces[0].head.name, "a_points_2");
    EXPECT_EQ(frame.surfaces[0].head.part, "a_points");
}

TEST(DescribeWorld, a_plan_is_used_again_until_the_model_changes) {
    World world = point_world({0, 5, 0}, {0, 0, 0});
    add_obstacle(world, Sphere{0.5});
    ViewPlan plan = plan_view(world.model);
    const auto mesh = plan.obstacles[0].mesh;
    follow(world.model, plan);
    EXPECT_EQ(plan.obstacles[0].mesh, mesh);
    EXPECT_EQ(describe_world(plan, world.model, world.state, world.control).instances[0].mesh, mesh);
    add_obstacle(world, Sphere{0.25});
    EXPECT_THROW(describe_world(plan, world.model, world.state, world.control), InputError);
    follow(world.model, plan);
    EXPECT_EQ(plan.obstacles.size(), 2u);
}

TEST(DescribeWorld, W7_1_hair_is_shown_by_the_axes_of_its_wisps_and_by_its_hairs) {
    const World world = hair_world(one_wisp(Vec3(0, -1, 0)));
    const Frame frame = frame_of(world);
    ASSERT_EQ(frame.curves.size(), 2u);
    EXPECT_EQ(frame.curves[0].first, (std::vector<int>{0, 10}));
    EXPECT_EQ(frame.curves[0].positions, world.state.x);
    EXPECT_EQ(frame.curves[1].head.name, frame.curves[0].head.name + "_hairs");
    EXPECT_EQ(static_cast<int>(frame.curves[1].first.size()), world.model.hair[0].look.hairs + 1);
}

}  // namespace souple
