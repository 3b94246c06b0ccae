// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests view/tessellate.cpp and view/polygonise.cpp.
#include <gtest/gtest.h>

#include <numbers>

#include "souple/core/parallel.h"
#include "souple/view/describe_world.h"
#include "souple/view/polygonise.h"

namespace souple {

namespace {

constexpr Real pi = std::numbers::pi;

FormulaShape formula(const std::string& text, Real half) {
    return {.formula = std::make_shared<const Formula>(parse_formula(text)),
            .bounds = {Vec3::Constant(-half), Vec3::Constant(half)}};
}

/// [m] farthest that a point of the mesh lies from the solid's surface.
Real worst_distance(const TriangleMesh& mesh, const Shape& shape) {
    Real worst = 0;
    for (const Vec3& p : mesh.points)
        worst = std::max(worst, std::abs(nearest_surface(shape, p, 10).distance));
    return worst;
}

void expect_closed_solid(const Shape& shape, Real volume, Real relative_error) {
    const TriangleMesh mesh = tessellate(shape, 10);
    check(mesh, "tessellation");
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_NEAR(signed_volume(mesh), volume, relative_error * volume);  // negative when inside out
}

}  // namespace

TEST(Tessellate, solids_are_closed_face_outwards_and_have_their_volume) {
    expect_closed_solid(Sphere{0.5}, 4.0 / 3 * pi * 0.125, 5e-3);
    expect_closed_solid(Ellipsoid{{0.2, 0.4, 0.7}}, 4.0 / 3 * pi * 0.056, 5e-3);
    expect_closed_solid(Box{{0.1, 0.2, 0.3}}, 8 * 0.006, 1e-12);
    expect_closed_solid(Capsule{0.3, 0.6}, pi * 0.09 * 1.2 + 4.0 / 3 * pi * 0.027, 5e-3);
    expect_closed_solid(Capsule{0.3, 1e-6}, 4.0 / 3 * pi * 0.027, 5e-3);
}

TEST(Tessellate, corners_of_round_solids_lie_on_the_surface) {
    for (const Shape& shape :
         {Shape(Sphere{0.5}), Shape(Ellipsoid{{0.2, 0.4, 0.7}}), Shape(Capsule{0.3, 0.6})})
        EXPECT_LT(worst_distance(tessellate(shape, 10), shape), 1e-9);
}

TEST(Tessellate, a_plane_is_a_square_at_its_offset_that_faces_along_its_normal) {
    const Plane plane{Vec3(1, 2, -2) / 3, 0.7};
    const TriangleMesh mesh = tessellate(plane, 5);
    EXPECT_LT(worst_distance(mesh, plane), 1e-12);
    Real total = 0;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
        total += area(mesh, t);
        EXPECT_LT((normal(mesh, t) - plane.normal).norm(), 1e-12);
    }
    EXPECT_NEAR(total, 100, 1e-9);
}

TEST(Tessellate, a_plane_that_faces_down_is_no_special_case) {
    const TriangleMesh mesh = tessellate(Plane{-Vec3::UnitY(), 2}, 5);
    EXPECT_LT((normal(mesh, 0) + Vec3::UnitY()).norm(), 1e-12);
    EXPECT_NEAR(mesh.points[0].y(), -2, 1e-12);
}

TEST(Tessellate, a_mesh_turned_inside_out_is_shown_facing_outwards) {
    TriangleMesh box = make_box_mesh({0.5, 0.5, 0.5});
    for (auto& triangle : box.triangles) std::swap(triangle[0], triangle[1]);
    const MeshShape shape{std::make_shared<const SurfaceTree>(make_surface_tree(box, "box"))};
    EXPECT_NEAR(signed_volume(tessellate(shape, 10)), 1, 1e-12);
}

TEST(Tessellate, a_formula_gives_the_surface_where_it_is_zero) {
    const Shape shape = formula("x^2+y^2+z^2-0.64", 1);
    expect_closed_solid(shape, 4.0 / 3 * pi * 0.512, 1e-2);
    EXPECT_LT(worst_distance(tessellate(shape, 10), shape), 1e-3);
}

TEST(Tessellate, a_formula_is_closed_where_its_bounds_cut_it) {
    expect_closed_solid(formula("x^2+y^2-0.25", 1), pi * 0.25 * 2, 1e-2);  // a cylinder without end
    expect_closed_solid(formula("y-0.5", 1), 6, 1e-2);                     // a half-space
    expect_closed_solid(formula("-1", 1), 8, 1e-2);                        // all of the box
}

TEST(Tessellate, a_formula_without_bounds_ends_at_the_reach) {
    const FormulaShape shape = formula("y", std::numeric_limits<Real>::infinity());
    const TriangleMesh mesh = tessellate(shape, 2);
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_NEAR(signed_volume(mesh), 4 * 4 * 2, 0.5);
}

TEST(Tessellate, a_formula_without_inside_gives_nothing_and_one_that_is_no_number_is_outside) {
    EXPECT_TRUE(tessellate(formula("1", 1), 10).triangles.empty());
    const TriangleMesh half = tessellate(formula("sqrt(x)-10", 1), 10);  // undefined for x < 0
    EXPECT_TRUE(is_closed(half));
    for (const Vec3& p : half.points) EXPECT_GT(p.x(), -0.05);
}

TEST(Polygonise, touching_corners_and_zeros_on_the_lattice_leave_a_closed_surface) {
    const Aabb box{Vec3::Constant(-1), Vec3::Constant(1)};
    const auto field = [](const Vec3& p) {
        return std::max(p.cwiseAbs().maxCoeff() - 0.99,
                        -p.x() * p.y() * p.z());  // four cubes that meet at edges
    };
    const TriangleMesh mesh = polygonise(field, box, 8);
    check(mesh, "cubes");
    EXPECT_TRUE(is_closed(mesh));
    EXPECT_GT(signed_volume(mesh), 2);
}

TEST(Polygonise, the_same_field_gives_the_same_mesh_on_any_number_of_threads) {
    const Shape shape = formula("(sqrt(x^2+z^2)-0.6)^2+y^2-0.04", 1);
    const TriangleMesh once = tessellate(shape, 10);
    const ThreadLimit limit(1);
    const TriangleMesh again = tessellate(shape, 10);
    EXPECT_EQ(once.points, again.points);
    EXPECT_EQ(once.triangles, again.triangles);
    EXPECT_NEAR(signed_volume(once), 2 * pi * pi * 0.6 * 0.04, 0.01);  // a ring: 2 pi^2 R r^2
}

}  // namespace souple
