// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/solid/solid.h: hulls, bounds and what is refused
#include "souple/geometry/solid/solid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "geometry/solid/random_solids.h"
#include "souple/core/errors.h"
#include "souple/geometry/solid/support.h"

using namespace souple;
using testing::HasSubstr;

namespace {

std::vector<Vec3> box_corners(const Vec3& half) {
    std::vector<Vec3> corners;
    for (int c = 0; c < 8; ++c)
        corners.push_back(half.cwiseProduct(Vec3(c & 1 ? 1 : -1, c & 2 ? 1 : -1, c & 4 ? 1 : -1)));
    return corners;
}

/// Every point inside, every corner on its faces, and vertices - edges + faces = 2.
void expect_sound(const ConvexHull& hull, const std::vector<Vec3>& points, Real tolerance) {
    for (int f = 0; f < hull.face_count(); ++f) {
        EXPECT_NEAR(hull.normals[f].norm(), 1, 1e-12);
        for (const Vec3& p : points) EXPECT_LE(hull.normals[f].dot(p), hull.offsets[f] + tolerance);
        for (int k = hull.face_begin[f]; k < hull.face_begin[f + 1]; ++k)
            EXPECT_NEAR(hull.normals[f].dot(hull.vertices[hull.face_corners[k]]), hull.offsets[f], tolerance);
    }
    EXPECT_EQ(
        static_cast<int>(hull.vertices.size()) - static_cast<int>(hull.edges.size()) + hull.face_count(), 2);
    EXPECT_EQ(hull.face_corners.size(), 2 * hull.edges.size());
    EXPECT_EQ(hull.ring.size(), 2 * hull.edges.size());
}

std::string solid_error(const std::vector<Vec3>& points) {
    try {
        make_hull(points, "stone");
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

std::string solid_error(const Solid& solid) {
    try {
        check(solid, "stone");
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

Solid mesh_solid(TriangleMesh mesh) {
    return {{}, std::make_shared<const SurfaceTree>(make_surface_tree(std::move(mesh), "mesh"))};
}

}  // namespace

TEST(MakeHull, the_hull_of_a_box_full_of_points_has_six_faces_of_four_corners) {
    Rng rng{1};
    const Quat turn = random_rotation(rng);
    std::vector<Vec3> points = box_corners({1, 2, 3});
    for (int i = 0; i < 200; ++i) points.push_back(random_point(rng, 1));
    // middles of faces and edges, doubled corners
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j) points.push_back(0.5 * (points[i] + points[j]));
    for (Vec3& p : points) p = turn * p + Vec3(10, 20, 30);
    const ConvexHull hull = make_hull(points, "box");
    EXPECT_EQ(hull.vertices.size(), 8u);
    EXPECT_EQ(hull.face_count(), 6);
    EXPECT_EQ(hull.edges.size(), 12u);
    expect_sound(hull, points, 1e-6);
}

TEST(MakeHull, random_points_are_all_inside_and_the_surface_is_closed) {
    Rng rng{2};
    for (int trial = 0; trial < 40; ++trial) {
        std::vector<Vec3> points;
        const int count = 4 + trial * 5;
        for (int i = 0; i < count; ++i) points.push_back(random_point(rng, 1));
        const ConvexHull hull = make_hull(points, "cloud");
        expect_sound(hull, points, 1e-7);
    }
}

TEST(MakeHull, every_corner_of_a_sphere_of_points_is_kept) {
    const TriangleMesh sphere = make_icosphere(2, 3);
    const ConvexHull hull = make_hull(sphere.points, "ball");
    EXPECT_EQ(hull.vertices.size(), sphere.points.size());
    EXPECT_EQ(hull.face_count(), static_cast<int>(sphere.triangles.size()));
    expect_sound(hull, sphere.points, 1e-6);
}

TEST(MakeHull, points_on_a_lattice_and_on_a_cylinder_make_flat_ends) {
    std::vector<Vec3> lattice, tube;
    for (int x = 0; x < 5; ++x)
        for (int y = 0; y < 5; ++y)
            for (int z = 0; z < 5; ++z) lattice.push_back({0.1 * x, 0.1 * y, 0.1 * z});
    EXPECT_EQ(make_hull(lattice, "lattice").face_count(), 6);
    for (int i = 0; i < 24; ++i)
        for (const Real y : {-1.0, 0.0, 1.0}) {
            const Real angle = i * std::numbers::pi / 12;
            tube.push_back({std::cos(angle), y, std::sin(angle)});
        }
    const ConvexHull hull = make_hull(tube, "tube");
    EXPECT_EQ(hull.face_count(), 26);
    EXPECT_EQ(hull.vertices.size(), 48u);
    expect_sound(hull, tube, 1e-6);
}

TEST(MakeHull, flat_scarce_and_infinite_points_are_refused_by_name) {
    EXPECT_THAT(solid_error({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.3, 0.2, 0}}),
                HasSubstr("stone: hull of coplanar points"));
    EXPECT_THAT(solid_error({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}), HasSubstr("coplanar"));
    EXPECT_THAT(solid_error({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}), HasSubstr("coplanar"));
    EXPECT_THAT(solid_error({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), HasSubstr("at least four"));
    EXPECT_THAT(solid_error({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, NAN}}),
                HasSubstr("point 3 is not finite"));
}

TEST(Solid, open_inverted_and_empty_solids_are_refused_by_name) {
    EXPECT_THAT(solid_error(Solid{}), HasSubstr("stone: the solid has no pieces"));
    EXPECT_THAT(solid_error(Solid{{{Sphere{0}, {}}}, {}}), HasSubstr("radius is not positive"));
    EXPECT_THAT(solid_error(Solid{{{Sphere{1}, {}}, {Box{{1, -1, 1}}, {}}}, {}}), HasSubstr("piece 1"));
    EXPECT_THAT(solid_error(Solid{{{Cylinder{1, NAN}, {}}}, {}}), HasSubstr("half length"));
    EXPECT_THAT(solid_error(Solid{{{Hull{}, {}}}, {}}), HasSubstr("hull is missing"));
    EXPECT_THAT(solid_error(mesh_solid(make_grid(2, 2, 1, 1))), HasSubstr("open mesh"));
    TriangleMesh inverted = make_box_mesh({1, 1, 1});
    for (auto& triangle : inverted.triangles) std::swap(triangle[0], triangle[1]);
    EXPECT_THAT(solid_error(mesh_solid(inverted)), HasSubstr("inverted"));
    EXPECT_EQ(solid_error(mesh_solid(make_box_mesh({1, 1, 1}))), "");
}

TEST(Solid, bounds_are_reached_by_the_farthest_points_and_not_beyond) {
    Rng rng{3};
    for (int kind = 0; kind < convex_kinds; ++kind) {
        const Convex convex = random_convex(rng, kind);
        const Pose pose = random_pose(rng, 3);
        const Aabb box = bounds(convex, pose);
        Aabb reached;
        for (int i = 0; i < 20000; ++i) {
            const Vec3 local = support(convex, random_direction(rng));
            EXPECT_LE(local.norm(), bounding_radius(convex) + 1e-12);
            reached.extend(pose.to_world(local));
        }
        EXPECT_NEAR((box.low - reached.low).norm(), 0, 0.02) << kind;
        EXPECT_NEAR((box.high - reached.high).norm(), 0, 0.02) << kind;
        EXPECT_TRUE((box.low.array() <= reached.low.array() + 1e-12).all());
        EXPECT_TRUE((box.high.array() >= reached.high.array() - 1e-12).all());
    }
}

TEST(Solid, the_supporting_face_lies_on_the_surface_and_is_counter_clockwise) {
    Rng rng{4};
    for (int kind = 0; kind < convex_kinds; ++kind)
        for (int trial = 0; trial < 50; ++trial) {
            const Convex convex = random_convex(rng, kind);
            const Vec3 d = random_direction(rng);
            std::array<Vec3, 16> polygon;
            const int corners = supporting_face(convex, d, polygon);
            ASSERT_GE(corners, 1);
            for (int i = 0; i < corners; ++i) EXPECT_LE(d.dot(polygon[i]), d.dot(support(convex, d)) + 1e-12);
            if (corners < 3) continue;
            const Vec3 area = (polygon[1] - polygon[0]).cross(polygon[2] - polygon[0]);
            EXPECT_GT(area.dot(d), 0) << kind;
        }
}
