// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/dynamics/contact/meet_obstacles.h and impact.h
#include "souple/dynamics/contact/meet_obstacles.h"

#include <gtest/gtest.h>

#include <cmath>

#include "souple/dynamics/contact/impact.h"
#include "souple/dynamics/measure.h"
#include "souple/dynamics/scratch.h"
#include "souple/geometry/mesh_files.h"
#include "support/test_world.h"

namespace souple {

namespace {

Obstacle with(Real restitution, Real friction, Real keep = 1) {
    Obstacle obstacle;
    obstacle.restitution = restitution;
    obstacle.friction = friction;
    obstacle.tangential_keep = keep;
    return obstacle;
}

const Vec3 up = Vec3::UnitY();

}  // namespace

TEST(Impact, W4_5_T12_elastic_without_friction_is_the_mirror_law) {
    const Vec3 after = velocity_after_impact(with(1, 0), {1, -2, 0}, up);
    EXPECT_TRUE(after.isApprox(Vec3(1, 2, 0)));  // the printed law would give (1, 4, 0) and add energy
}

TEST(Impact, W4_5_each_part_is_scaled_by_its_own_coefficient) {
    const Vec3 after = velocity_after_impact(with(0.5, 0, 0.25), {4, -2, 0}, up);
    EXPECT_TRUE(after.isApprox(Vec3(1, 1, 0)));
}

TEST(Impact, W4_5_T12_a_velocity_that_leaves_is_untouched) {
    EXPECT_EQ(velocity_after_impact(with(0.5, 1), {4, 2, 1}, up), Vec3(4, 2, 1));
}

TEST(Impact, coulomb_friction_takes_at_most_mu_times_the_normal_change) {
    const Vec3 sliding = velocity_after_impact(with(0, 0.5), {4, -2, 0}, up);
    EXPECT_TRUE(sliding.isApprox(Vec3(3, 0, 0)));
    const Vec3 sticking = velocity_after_impact(with(0, 3), {4, -2, 0}, up);
    EXPECT_TRUE(sticking.isZero());
}

TEST(Impact, W4_5_T12_energy_never_grows_and_nothing_goes_further_in) {
    Rng rng{3};
    for (int i = 0; i < 1000; ++i) {
        const Vec3 v(rng.normal(), rng.normal(), rng.normal());
        const Vec3 n = Vec3(rng.normal(), rng.normal(), rng.normal()).normalized();
        const Vec3 after = velocity_after_impact(with(rng.uniform(), 2 * rng.uniform(), rng.uniform()), v, n);
        EXPECT_LE(after.squaredNorm(), v.squaredNorm() * (1 + 1e-12));
        EXPECT_GE(after.dot(n), std::min(0.0, v.dot(n)));
        EXPECT_TRUE(v.dot(n) >= 0 || after.dot(n) >= -1e-12);
    }
}

TEST(Contact, nothing_thin_is_crossed_in_one_huge_step) {
    World world = point_world({0.1, 1, 0.05}, {0, -1000, 0});
    world.model.gravity.setZero();
    TriangleMesh sheet;
    sheet.points = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}};
    sheet.triangles = {{0, 1, 2}};
    add_obstacle(world, MeshShape{std::make_shared<const SurfaceTree>(make_surface_tree(sheet, "sheet"))});
    run(world, 3, 0.1);
    EXPECT_NEAR(world.state.x[0].y(), world.model.parts[0].surface.thickness,
                2e-6);  // sweeps stop a thousandth of the margin early
}

TEST(Contact, a_fast_thin_plate_carries_a_point_along) {
    World world = point_world({0, 0, 0}, {0, 0, 0});
    world.model.gravity.setZero();
    const int index = add_obstacle(world, Box{{1, 0.0005, 1}});
    world.model.tracks.push_back(
        {"plate", {{0, {{0, -1, 0}, Quat::Identity()}}, {0.1, {{0, 1, 0}, Quat::Identity()}}}, false});
    world.model.obstacles[index].track = 0;
    run(world, 1, 0.1);  // the plate sweeps two metres in one step
    EXPECT_GE(world.state.x[0].y(), 1);
    EXPECT_NEAR(world.state.v[0].y(), 20, 1e-6);
}

TEST(Contact, a_turning_plate_gives_the_speed_of_its_rim) {
    World world = point_world({1, 0.05, 0}, {0, 0, 0});
    world.model.gravity.setZero();
    const int index = add_obstacle(world, Box{{2, 0.001, 1}});
    const Quat quarter(Eigen::AngleAxis<Real>(0.2, Vec3::UnitZ()));
    world.model.tracks.push_back({"plate", {{0, {}}, {1, {Vec3::Zero(), quarter}}}, false});
    world.model.obstacles[index].track = 0;
    world.model.obstacles[index].friction = 0;
    run(world, 100, 0.01);
    EXPECT_NEAR(world.state.v[0].norm(), 0.2, 0.02);  // omega r
    EXPECT_GT(world.state.x[0].y(), std::sin(0.19));
}

TEST(Contact, a_deforming_surface_lifts_a_point) {
    World world = point_world({0, 0.1, 0}, {0, 0, 0});
    auto sequence = std::make_shared<MeshSequence>();
    sequence->triangles = {{0, 2, 1}};
    sequence->times = {0, 1};
    sequence->points = {{{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}}, {{-1, 0.5, -1}, {1, 0.5, -1}, {0, 0.5, 1}}};
    const int index = add_obstacle(world, Sphere{1});
    world.model.obstacles[index].deforming = sequence;
    run(world, 100, 0.01);
    EXPECT_NEAR(world.state.x[0].y(), 0.5 + 0.001, 0.002);
    EXPECT_NEAR(world.state.v[0].y(), 0.5, 0.1);
}

TEST(Contact, a_point_at_rest_stays_to_the_last_digit_below_the_friction_angle) {
    World world = point_world({0, 0.001, 0}, {0, 0, 0});
    const Real angle = 0.25;  // tan = 0.2553 < 0.3
    const int index = add_obstacle(world, Plane{{std::sin(angle), std::cos(angle), 0}, 0});
    world.model.obstacles[index].friction = 0.3;
    run(world, 10);
    const Vec3 settled = world.state.x[0];
    run(world, 200);
    EXPECT_LT((world.state.x[0] - settled).norm(), 1e-9);
    world.model.obstacles[index].friction = 0.2;
    run(world, 60);
    EXPECT_GT((world.state.x[0] - settled).norm(), 0.1);
}

TEST(Contact, a_point_found_inside_is_lifted_to_the_surface) {
    World world = point_world({0, 0.3, 0}, {0, 0, 0});
    world.model.gravity.setZero();
    add_obstacle(world, Ellipsoid{{1, 0.5, 1}});
    run(world, 1);
    EXPECT_NEAR(world.state.x[0].y(), 0.501, 1e-6);
}

TEST(Contact, led_points_and_parts_that_do_not_collide_pass) {
    World world = point_world({0, 1, 0}, {0, 0, 0}, {.name = "ghost", .collides = false});
    add_obstacle(world, Plane{});
    run(world, 60);
    EXPECT_LT(world.state.x[0].y(), -1);
    EXPECT_EQ(world.scratch->contact.contacts.size(), 0u);
}

TEST(Contact, an_elastic_bounce_keeps_its_height_and_never_gains) {
    for (const Method method : {Method::SemiImplicitEuler, Method::VelocityVerlet, Method::ExplicitEuler})
        for (const Real h : {1.0 / 30, 1.0 / 120, 1.0 / 1000}) {
            World world =
                point_world({0, 1, 0}, {0, 0, 0}, {.name = "ball", .method = method, .thickness = 0});
            const int index = add_obstacle(world, Plane{});
            world.model.obstacles[index].restitution = 1;
            Real highest = 0;
            for (Real t = 0; t < 0.95; t += h) {
                world.step({.h = h});
                if (t > 0.6) highest = std::max(highest, world.state.x[0].y());
            }
            // the impact once saw what gravity added after it: 1.06 m at 1/120 s
            const bool explicit_gain =
                method == Method::ExplicitEuler;  // gains in flight, without any impact
            EXPECT_LT(highest, 1 + (explicit_gain ? 5 * h : 12 * h * h) + 1e-4) << h;
            EXPECT_GT(highest, 1 - 5 * h) << h;
        }
}

TEST(Contact, a_mass_that_a_spring_throws_at_a_wall_does_not_gain_energy) {
    // omega h = 0.1, 0.2 and 0.4: where a substep spans the whole way to the wall, Verlet's forces say little
    // about it
    const std::array<std::pair<Method, Real>, 4> cases = {{{Method::SemiImplicitEuler, 0.002},
                                                           {Method::SemiImplicitEuler, 0.004},
                                                           {Method::VelocityVerlet, 0.001},
                                                           {Method::VelocityVerlet, 0.002}}};
    for (const auto& [method, h] : cases) {
        World world;
        ParticlesDef def;
        def.part.method = method;
        def.part.thickness = 0;
        def.points = {{.position = {0, 0, 0}, .pinned = true}, {.position = {0, 0.5, 0}, .mass = 1}};
        def.springs = {{.a = 0, .b = 1, .rest_length = 0, .stiffness = 1e4}};
        add_particles(world, def);
        world.model.gravity.setZero();
        const int index = add_obstacle(world, Plane{{0, 1, 0}, 0.1});
        world.model.obstacles[index].restitution = 1;
        Real most = 0;
        for (Real t = 0; t < 5; t += h) {
            ASSERT_FALSE(world.step({.h = h}).failure);
            const Part& part = world.model.parts[0];
            most = std::max(most, kinetic_energy(world.model, world.state, part) +
                                      elastic_energy(world.model, world.control, world.state, part));
        }
        const Real wobble =
            method == Method::SemiImplicitEuler ? 1 + 100 * h : 1 + 60 * h;  // of the method itself
        EXPECT_LT(most, 1250 * wobble) << h << " s, method " << static_cast<int>(method);
    }
}

TEST(Contact, a_wedge_holds_whichever_side_comes_first) {
    for (const bool floor_first : {true, false}) {
        World world = point_world({-0.3, 0.1, 0}, {8, -3, 0});  // shot into the sharp corner below the wall
        const Pose tilted{{0.15, 0.1, 0}, Quat(Eigen::AngleAxis<Real>(0.6, Vec3::UnitZ()))};
        if (floor_first) add_obstacle(world, Box{{1, 0.005, 1}}, {{0, -0.005, 0}, Quat::Identity()});
        add_obstacle(world, Box{{0.005, 1, 1}}, tilted);
        if (!floor_first) add_obstacle(world, Box{{1, 0.005, 1}}, {{0, -0.005, 0}, Quat::Identity()});
        for (int i = 0; i < 300; ++i) {
            world.step({.h = 1.0 / 60});
            ASSERT_GT(world.state.x[0].y(), 0)
                << "step " << i << (floor_first ? ", floor first" : ", wall first");
        }
    }
}

TEST(Contact, W4_6_a_fast_point_stops_where_it_came_in) {
    World world = point_world({-3, 0.1, 0}, {60, 0, 0});
    world.model.gravity.setZero();
    const int index = add_obstacle(world, Ellipsoid{{1, 0.5, 1}});
    world.model.obstacles[index].tangential_keep = 0;
    run(world, 1, 0.1);  // without the ellipsoid it would be three metres behind it
    EXPECT_NEAR(world.state.x[0].x(), -std::sqrt(1 - 0.04), 2e-3);
    EXPECT_NEAR(world.state.x[0].y(), 0.1, 1e-3);
}

TEST(Contact, contacts_are_listed_with_their_impulse) {
    World world = point_world({0, 0.001, 0}, {0, 0, 0}, {.name = "stone"}, 2.0);
    add_obstacle(world, Plane{});
    run(world, 5, 0.01);
    ASSERT_EQ(world.scratch->contact.contacts.size(), 1u);
    const Contact& contact = world.scratch->contact.contacts[0];
    EXPECT_NEAR(contact.impulse.y(), 2 * 9.81 * 0.01, 1e-9);  // it carries the weight
    EXPECT_TRUE(contact.normal.isApprox(up));
}

}  // namespace souple
