// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/hair/wisp_obstacles.h
#include "souple/dynamics/hair/wisp_obstacles.h"

#include <gtest/gtest.h>

#include "souple/dynamics/hair/measure_hair.h"
#include "support/hair_world.h"
#include "support/test_world.h"

namespace souple {
namespace {

World solid_world(const Shape& shape) {
    World world;
    add_obstacle(world, shape, {Vec3(0.12, -0.2, 0.005), Quat::Identity()});
    return world;
}

/// A wisp that falls over a solid 10 cm below its root.
World falling_on(const Shape& shape, Method method) {
    World world = solid_world(shape);
    HairDef def = one_wisp(Vec3(1, 0, 0));
    def.part.method = method;
    def.part.substeps = method == Method::CorrectedEuler ? 100 : 1;
    add_hair(world, def);
    return world;
}

class OnSolids : public testing::TestWithParam<Method> {};

TEST_P(OnSolids, W4_6_W4_7_T13_no_particle_sample_or_segment_stays_inside_an_ellipsoid) {
    World world = falling_on(Ellipsoid{Vec3(0.1, 0.14, 0.08)}, GetParam());
    bool touched = false;
    for (int k = 0; k < 60; ++k) {
        ASSERT_FALSE(world.step({.h = 1.0 / 90}).failure);
        EXPECT_LT(wisp_penetration(world, 0), 1e-3);
        EXPECT_LT(envelope_penetration(world, 0), 1e-4);
        for (int i = 2; i < 10; ++i) {
            const Vec3 d = world.state.x[i] - Vec3(0.12, -0.2, 0.005);
            touched = touched || (d.cwiseQuotient(Vec3(0.1, 0.14, 0.08)).norm() - 1) * 0.08 < 3e-3;
        }
    }
    EXPECT_TRUE(touched);
}

TEST_P(OnSolids, W4_8_segments_do_not_enter_a_closed_mesh_either) {
    World world = falling_on(MeshShape{std::make_shared<const SurfaceTree>(
                                 make_surface_tree(make_box_mesh(Vec3(0.05, 0.1, 0.2)), "box"))},
                             GetParam());
    for (int k = 0; k < 40; ++k) {
        ASSERT_FALSE(world.step({.h = 1.0 / 90}).failure);
        EXPECT_LT(wisp_penetration(world, 0), 1e-3);
    }
}

TEST_P(OnSolids, wisps_side_by_side_in_lanes_move_as_each_alone_to_the_bit) {
    const auto fallen = [&](const std::vector<int>& which) {
        World world = solid_world(Ellipsoid{Vec3(0.1, 0.14, 0.08)});
        HairDef def = test_hair();
        def.contact.collide = def.contact.interpenetrate = false;
        def.part.method = GetParam();
        def.part.substeps = GetParam() == Method::CorrectedEuler ? 100 : 1;
        for (const int k : which) def.roots.push_back({Vec3(0.01 * k, 0, 0.02 * k), Vec3(1, 0.1 * k, 0)});
        add_hair(world, def);
        for (int k = 0; k < 25; ++k) world.step({.h = 1.0 / 90});
        return world.state.x;
    };
    const std::vector<Vec3> together = fallen({0, 1, 2, 3, 4});
    for (int k = 0; k < 5; ++k) {
        const std::vector<Vec3> alone = fallen({k});
        for (int i = 0; i < 10; ++i) EXPECT_EQ(alone[i], together[10 * k + i]);
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, OnSolids, testing::Values(Method::CorrectedEuler, Method::VelocityVerlet));

TEST(WispObstacles, W4_7_a_half_line_ends_where_it_enters_the_solid) {
    World world;
    add_obstacle(world, Sphere{0.1}, {Vec3(0, -0.15, 0.105), Quat::Identity()});
    add_hair(world, one_wisp(Vec3(0, -1, 0)));
    world.model.gravity.setZero();
    step_hair(world, 1);
    EXPECT_LT(envelope_penetration(world, 0), 1e-9);
    Real least = 1;
    for (const Real radius : world.state.hair[0].radius) least = std::min(least, radius);
    EXPECT_NEAR(least, 0.005, 2e-3);
}

TEST(WispObstacles, a_particle_between_two_solids_is_not_trapped_in_either) {
    World world;
    add_obstacle(world, Sphere{0.1}, {Vec3(0.16, -0.28, 0.09), Quat::Identity()});
    add_obstacle(world, Sphere{0.1}, {Vec3(0.16, -0.28, -0.09), Quat::Identity()});
    add_hair(world, one_wisp(Vec3(1, 0, 0)));
    for (int k = 0; k < 60; ++k) step_hair(world, 1);
    EXPECT_LT(wisp_penetration(world, 0), 1e-3);
}

}  // namespace
}  // namespace souple
