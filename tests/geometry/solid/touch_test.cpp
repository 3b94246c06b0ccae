// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/solid/touch.h: planes, round solids, faces, meshes and fields
#include "souple/geometry/solid/touch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/solid/random_solids.h"
#include "souple/geometry/distance.h"
#include "souple/geometry/solid/gjk.h"

using namespace souple;

namespace {

const Quat lying(Eigen::AngleAxis<Real>(std::numbers::pi / 2, Vec3::UnitZ()));
const Plane floor_plane{{0, 1, 0}, 0};

SurfaceTree tree_of(TriangleMesh mesh) { return make_surface_tree(std::move(mesh), "mesh"); }

Real deepest(const Touch& found) {
    Real gap = 1e9;
    for (int i = 0; i < found.count; ++i) gap = std::min(gap, found.points[i].gap);
    return gap;
}

void expect_gaps_along_normal(const Touch& found, Real tolerance = 1e-9) {
    EXPECT_NEAR(found.normal.norm(), 1, 1e-9);
    for (int i = 0; i < found.count; ++i) {
        const TouchPoint& p = found.points[i];
        EXPECT_NEAR((p.on_b - p.on_a - p.gap * found.normal).norm(), 0, tolerance);
    }
}

}  // namespace

TEST(TouchPlane, a_box_a_capsule_a_cylinder_and_a_ball_stand_and_lie_on_a_floor) {
    struct Case {
        Convex convex;
        Pose pose;
        int count;
    };
    const std::vector<Case> cases{
        {Box{{1, 1, 1}}, {{0, 0.99, 0}, no_turn}, 4},        {Capsule{0.2, 1}, {{0, 0.19, 0}, lying}, 2},
        {Capsule{0.2, 1}, {{0, 1.19, 0}, no_turn}, 1},       {Cylinder{0.2, 1}, {{0, 0.19, 0}, lying}, 2},
        {Cylinder{0.2, 1}, {{0, 0.99, 0}, no_turn}, 4},      {Sphere{0.5}, {{0, 0.49, 0}, no_turn}, 1},
        {Ellipsoid{{1, 0.5, 2}}, {{0, 0.49, 0}, no_turn}, 1}};
    for (const Case& c : cases) {
        Touch found;
        ASSERT_TRUE(touch(floor_plane, {}, c.convex, c.pose, 0.05, found));
        EXPECT_EQ(found.count, c.count) << c.convex.index();
        EXPECT_NEAR(deepest(found), -0.01, 1e-12) << c.convex.index();
        EXPECT_NEAR(found.normal.y(), 1, 1e-12);
        for (int i = 0; i < found.count; ++i) EXPECT_NEAR(found.points[i].on_a.y(), 0, 1e-12);
        Pose high = c.pose;
        high.position.y() += 0.1;
        EXPECT_FALSE(touch(floor_plane, {}, c.convex, high, 0.05, found));
    }
}

TEST(TouchPlane, a_turned_plane_moves_the_touch_along) {
    Rng rng{1};
    for (int trial = 0; trial < 100; ++trial) {
        const Convex convex = random_convex(rng, trial % convex_kinds);
        const Pose pose = random_pose(rng, 0.5), motion = random_pose(rng, 3);
        Touch still, moved;
        const bool near = touch(floor_plane, {}, convex, pose, 0.1, still);
        ASSERT_EQ(near, touch(floor_plane, motion, convex, motion * pose, 0.1, moved));
        if (!near) continue;
        EXPECT_NEAR(deepest(still), deepest(moved), 1e-9);
        EXPECT_NEAR(deepest(still), bounds(convex, pose).low.y(), 1e-9);
        EXPECT_NEAR((motion.rotation * still.normal - moved.normal).norm(), 0, 1e-12);
    }
}

TEST(Touch, parallel_capsules_touch_at_the_ends_of_the_stretch_they_share) {
    Touch found;
    ASSERT_TRUE(touch(Capsule{0.2, 1}, {{0, 0, 0}, no_turn}, Capsule{0.3, 1}, {{0.49, 0.5, 0}, no_turn}, 0.05,
                      found));
    ASSERT_EQ(found.count, 2);
    EXPECT_NEAR((found.normal - Vec3(1, 0, 0)).norm(), 0, 1e-12);
    EXPECT_NEAR(std::min(found.points[0].on_a.y(), found.points[1].on_a.y()), -0.5, 1e-12);
    EXPECT_NEAR(std::max(found.points[0].on_a.y(), found.points[1].on_a.y()), 1, 1e-12);
    for (int i = 0; i < 2; ++i) EXPECT_NEAR(found.points[i].gap, -0.01, 1e-12);
}

TEST(Touch, closed_forms_of_round_solids_and_boxes_agree_with_closest_points) {
    Rng rng{2};
    const std::vector<std::array<int, 2>> kinds{{0, 0}, {0, 2}, {2, 2}, {1, 0}, {0, 1}};
    for (int trial = 0; trial < 2000; ++trial) {
        const auto [kind_a, kind_b] = kinds[trial % kinds.size()];
        const Convex a = random_convex(rng, kind_a), b = random_convex(rng, kind_b);
        const Pose pose_a = random_pose(rng, 1), pose_b = random_pose(rng, 1);
        const ClosestPoints near = closest(a, pose_a, b, pose_b);
        Touch found;
        ASSERT_EQ(touch(a, pose_a, b, pose_b, 0.1, found), near.distance < 0.1) << trial;
        if (found.count == 0) continue;
        EXPECT_NEAR(deepest(found), near.distance, 1e-8) << trial;
        expect_gaps_along_normal(found, found.count == 1 ? 1e-9 : 0.1);
    }
}

TEST(Touch, F4_27_a_ball_meets_a_triangle_exactly_when_its_centre_is_near_enough_to_it) {
    Rng rng{11};
    const auto place = [&rng](Real size) {
        return Vec3(rng.uniform(-size, size), rng.uniform(-size, size), rng.uniform(-size, size));
    };
    std::array<int, 3> met{};  // by corners that take no part: inside, side, corner
    for (int trial = 0; trial < 20000; ++trial) {
        TriangleSolid triangle;
        for (Vec3& corner : triangle.corners) corner = place(0.5);
        triangle.radius = trial % 2 ? 0.01 : 0;
        const Sphere ball{rng.uniform(0.05, 0.5)};
        const Pose pose = random_pose(rng, 0.3), pose_ball{place(0.8), Quat::Identity()};
        const auto& [p, q, r] = triangle.corners;
        const TrianglePoint nearest =
            closest_on_triangle(pose_ball.position, pose.to_world(p), pose.to_world(q), pose.to_world(r));
        const Vec3 way = pose_ball.position - nearest.point;
        const Real gap = way.norm() - ball.radius - triangle.radius;
        Touch found, swapped;
        ASSERT_EQ(touch(triangle, pose, ball, pose_ball, 0, found), gap < 0) << trial;
        ASSERT_EQ(touch(ball, pose_ball, triangle, pose, 0, swapped), gap < 0) << trial;
        if (gap >= 0) continue;
        ++met[(nearest.weights.array() == 0).count()];
        ASSERT_EQ(found.count, 1);
        EXPECT_NEAR(found.points[0].gap, gap, 1e-12);
        EXPECT_LT((found.normal - way.normalized()).norm(), 1e-9);
        EXPECT_LT((found.normal + swapped.normal).norm(), 1e-15);
        expect_gaps_along_normal(found);
        expect_gaps_along_normal(swapped);
    }
    for (const int count : met) EXPECT_GT(count, 200);
}

TEST(Touch, F4_27_a_ball_whose_centre_is_on_a_triangle_leaves_along_its_normal) {
    Touch found;
    ASSERT_TRUE(touch(TriangleSolid{}, {}, Sphere{0.1}, {{0.25, 0, 0.25}, Quat::Identity()}, 0, found));
    EXPECT_NEAR(std::abs(found.normal.y()), 1, 1e-12);
    EXPECT_NEAR(found.points[0].gap, -0.1, 1e-12);
}

TEST(Touch, every_pair_of_kinds_keeps_the_deepest_point_and_flips_when_swapped) {
    Rng rng{3};
    for (int kind_a = 0; kind_a < convex_kinds; ++kind_a)
        for (int kind_b = 0; kind_b < convex_kinds; ++kind_b)
            for (int trial = 0; trial < 10; ++trial) {
                const Convex a = random_convex(rng, kind_a), b = random_convex(rng, kind_b);
                const Pose pose_a = random_pose(rng, 1), pose_b = random_pose(rng, 1);
                const ClosestPoints near = closest(a, pose_a, b, pose_b);
                if (std::abs(near.distance - 0.05) < 1e-3) continue;
                Touch found, swapped;
                const bool touches = touch(a, pose_a, b, pose_b, 0.05, found);
                EXPECT_EQ(touches, touch(b, pose_b, a, pose_a, 0.05, swapped));
                if (kind_a == 1 && kind_b == 1) continue;  // boxes have their own tests
                EXPECT_EQ(touches, near.distance < 0.05) << kind_a << kind_b << trial;
                if (!touches) continue;
                EXPECT_NEAR(deepest(found), near.distance, 1e-3) << kind_a << kind_b << trial;
                EXPECT_NEAR(deepest(found), deepest(swapped), 1e-3) << kind_a << kind_b << trial;
            }
}

TEST(Touch, a_hull_a_cylinder_and_a_capsule_rest_on_a_box_with_as_many_points_as_they_need) {
    std::vector<Vec3> corners;
    for (int c = 0; c < 8; ++c)
        corners.push_back({c & 1 ? 0.5 : -0.5, c & 2 ? 0.5 : -0.5, c & 4 ? 0.5 : -0.5});
    const Hull hull{std::make_shared<const ConvexHull>(make_hull(corners, "cube"))};
    const Box table{{2, 1, 2}};
    struct Case {
        Convex convex;
        Pose pose;
        int count;
    };
    const std::vector<Case> cases{
        {hull, {{0, 1.49, 0}, no_turn}, 4},
        {Cylinder{0.5, 0.5}, {{0, 1.49, 0}, no_turn}, 4},
        {Cylinder{0.5, 0.5}, {{0, 1.49, 0}, lying}, 2},
        {Capsule{0.5, 0.5}, {{0, 1.49, 0}, lying}, 2},
        {TriangleSolid{{Vec3(-1, 0, -1), Vec3(1, 0, -1), Vec3(0, 0, 1)}, 0.02}, {{0, 1.01, 0}, no_turn}, 3}};
    for (const Case& c : cases) {
        Touch found;
        ASSERT_TRUE(touch(table, {}, c.convex, c.pose, 0.05, found));
        EXPECT_EQ(found.count, c.count) << c.convex.index();
        EXPECT_NEAR(found.normal.y(), 1, 1e-9) << c.convex.index();
        for (int i = 0; i < found.count; ++i)
            EXPECT_NEAR(found.points[i].gap, -0.01, 1e-6) << c.convex.index();
        expect_gaps_along_normal(found);
    }
}

TEST(TouchMesh, a_box_sliding_over_a_floor_of_triangles_feels_one_flat_floor) {
    // a slab whose top is cut in many triangles
    TriangleMesh slab = make_box_mesh({4, 0.5, 4});
    const SurfaceTree tree = tree_of(slab);
    Rng rng{4};
    for (int trial = 0; trial < 100; ++trial) {
        const Quat turn(Eigen::AngleAxis<Real>(rng.uniform(0, 3), Vec3::UnitY()));
        const Pose pose{{rng.uniform(-3, 3), 0.5 + 0.5 - 0.01, rng.uniform(-3, 3)}, turn};
        TouchList found;
        ASSERT_TRUE(touch(tree, {}, Box{{0.5, 0.5, 0.5}}, pose, 0.02, found));
        ASSERT_EQ(found.count, 1) << trial;
        EXPECT_NEAR(found.touches[0].normal.y(), 1, 1e-9);
        EXPECT_EQ(found.touches[0].count, 4);
        EXPECT_NEAR(deepest(found.touches[0]), -0.01, 1e-9);
    }
}

TEST(TouchMesh, a_ball_rolling_over_inner_edges_never_feels_a_sideways_normal) {
    const SurfaceTree sheet = tree_of(make_grid(10, 10, 4, 4));
    Rng rng{5};
    for (int trial = 0; trial < 300; ++trial) {
        const Pose pose{{rng.uniform(-1.5, 1.5), 0.28, rng.uniform(-1.5, 1.5)}, no_turn};
        TouchList found;
        ASSERT_TRUE(touch(sheet, {}, Sphere{0.3}, pose, 0.01, found)) << trial;
        ASSERT_EQ(found.count, 1) << trial;
        EXPECT_NEAR(found.touches[0].normal.y(), 1, 1e-9);
        EXPECT_NEAR(deepest(found.touches[0]), -0.02, 1e-9);
    }
}

TEST(TouchMesh, a_ball_at_a_ridge_touches_along_the_line_to_its_centre) {
    const SurfaceTree box = tree_of(make_box_mesh({1, 1, 1}));
    TouchList found;
    const Vec3 centre(1 + 0.2, 1 + 0.2, 0.3);
    ASSERT_TRUE(touch(box, {}, Sphere{0.29}, {centre, no_turn}, 0.01, found));
    ASSERT_EQ(found.count, 1);
    EXPECT_NEAR((found.touches[0].normal - Vec3(1, 1, 0).normalized()).norm(), 0, 1e-6);
    EXPECT_NEAR(deepest(found.touches[0]), 0.2 * std::sqrt(2.0) - 0.29, 1e-6);
}

TEST(TouchMesh, a_ball_at_any_corner_of_a_box_touches_along_the_diagonal) {
    const SurfaceTree box = tree_of(make_box_mesh({1, 1, 1}));
    for (int c = 0; c < 8; ++c) {
        const Vec3 corner(c & 1 ? 1 : -1, c & 2 ? 1 : -1, c & 4 ? 1 : -1);
        TouchList found;
        ASSERT_TRUE(touch(box, {}, Sphere{0.3}, {1.1 * corner, no_turn}, 0.01, found)) << c;
        ASSERT_EQ(found.count, 1);
        EXPECT_NEAR((found.touches[0].normal - corner.normalized()).norm(), 0, 1e-6);
        EXPECT_NEAR(deepest(found.touches[0]), 0.1 * std::sqrt(3.0) - 0.3, 1e-6);
    }
}

TEST(TouchMesh, a_ball_near_a_round_mesh_touches_as_near_a_sphere) {
    const SurfaceTree ball = tree_of(make_icosphere(1, 3));
    Rng rng{6};
    for (int trial = 0; trial < 200; ++trial) {
        const Vec3 way = random_direction(rng);
        TouchList found;
        ASSERT_TRUE(touch(ball, {}, Sphere{0.5}, {1.47 * way, no_turn}, 0.01, found)) << trial;
        Real least = 1;
        for (int g = 0; g < found.count; ++g) {
            EXPECT_GT(found.touches[g].normal.dot(way), 0.9) << trial;
            least = std::min(least, deepest(found.touches[g]));
        }
        EXPECT_NEAR(least, -0.03, 0.012) << trial;
    }
}

TEST(TouchMesh, a_ball_swallowed_by_a_mesh_is_shown_the_nearest_way_out) {
    const SurfaceTree box = tree_of(make_box_mesh({1, 1, 1}));
    TouchList found;
    ASSERT_TRUE(touch(box, {}, Sphere{0.1}, {{0.1, 0.5, 0}, no_turn}, 0.01, found));
    ASSERT_EQ(found.count, 1);
    EXPECT_NEAR(found.touches[0].normal.y(), 1, 1e-9);
    EXPECT_NEAR(deepest(found.touches[0]), -0.6, 1e-9);
}

TEST(TouchMesh, two_boxes_as_meshes_touch_as_boxes_do) {
    const SurfaceTree box = tree_of(make_box_mesh({1, 1, 1}));
    TouchList found;
    ASSERT_TRUE(touch(box, {}, box, {{0.5, 1.99, 0.5}, no_turn}, 0.05, found));
    bool has_up = false;
    for (int g = 0; g < found.count; ++g) {
        if (found.touches[g].normal.y() < 0.999) continue;
        has_up = true;
        EXPECT_NEAR(deepest(found.touches[g]), -0.01, 1e-9);
        Aabb span;
        for (int i = 0; i < found.touches[g].count; ++i) span.extend(found.touches[g].points[i].on_a);
        EXPECT_NEAR(span.size().x(), 1.5, 1e-6);
        EXPECT_NEAR(span.size().z(), 1.5, 1e-6);
    }
    EXPECT_TRUE(has_up);
    EXPECT_FALSE(touch(box, {}, box, {{0.5, 2.1, 0.5}, no_turn}, 0.05, found));
}

TEST(TouchField, a_ball_and_a_box_on_a_formula_touch_where_the_formula_is_zero) {
    const Aabb all{Vec3::Constant(-10), Vec3::Constant(10)};
    const FormulaShape floor{std::make_shared<const Formula>(parse_formula("y")), all};
    Touch found;
    ASSERT_TRUE(touch(floor, {}, Sphere{0.5}, {{1, 0.49, 2}, no_turn}, 0.05, found));
    EXPECT_NEAR(deepest(found), -0.01, 1e-12);
    EXPECT_NEAR((found.points[0].on_a - Vec3(1, 0, 2)).norm(), 0, 1e-12);
    ASSERT_TRUE(touch(floor, {}, Box{{0.5, 0.5, 0.5}}, {{0, 0.49, 0}, no_turn}, 0.05, found));
    EXPECT_EQ(found.count, 4);
    EXPECT_NEAR(deepest(found), -0.01, 1e-12);
    EXPECT_FALSE(touch(floor, {}, Sphere{0.5}, {{1, 0.6, 2}, no_turn}, 0.05, found));
}
