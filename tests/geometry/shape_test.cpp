// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/shape.h: distances, normals, inside and bounds
#include "souple/geometry/shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "geometry/random_geometry.h"
#include "souple/core/errors.h"
#include "souple/geometry/ellipsoid.h"

using namespace souple;
using testing::HasSubstr;

namespace {

Shape formula_shape(const char* text, Real half_size) {
    const Aabb box{Vec3::Constant(-half_size), Vec3::Constant(half_size)};
    return FormulaShape{std::make_shared<const Formula>(parse_formula(text)), box};
}

std::vector<Shape> all_solids() {
    return {Plane{Vec3(1, 2, 2).normalized(), 0.3},
            Sphere{0.7},
            Ellipsoid{{0.4, 1.1, 0.7}},
            Box{{0.5, 0.8, 0.3}},
            Capsule{0.3, 0.6},
            mesh_shape(make_icosphere(0.8, 2)),
            mesh_shape(make_box_mesh({0.5, 0.8, 0.3}))};
}

}  // namespace

TEST(Shape, the_gradient_of_the_distance_is_the_normal) {
    Rng rng{1};
    for (const Shape& shape : all_solids())
        for (int trial = 0; trial < 100; ++trial) {
            const Vec3 p = random_point(rng, 1.5);
            const Nearest near = nearest_surface(shape, p, far);
            EXPECT_NEAR(near.normal.norm(), 1, 1e-12);
            const Real h = 1e-6;
            Vec3 slope;
            for (int axis = 0; axis < 3; ++axis) {
                const Vec3 e = h * Vec3::Unit(axis);
                slope[axis] = (nearest_surface(shape, p + e, far).distance -
                               nearest_surface(shape, p - e, far).distance) /
                              (2 * h);
            }
            // not where two surface points are equally near: there the difference quotient is shorter than 1
            if (std::abs(slope.norm() - 1) < 1e-4) {
                EXPECT_LT((slope - near.normal).norm(), 1e-3) << shape.index();
            }
        }
}

TEST(Shape, stepping_back_by_the_distance_lands_on_the_surface) {
    Rng rng{2};
    for (const Shape& shape : all_solids())
        for (int trial = 0; trial < 100; ++trial) {
            const Vec3 p = random_point(rng, 1.5);
            const Nearest near = nearest_surface(shape, p, far);
            EXPECT_EQ(is_inside(shape, p), near.distance < 0);
            EXPECT_NEAR(nearest_surface(shape, p - near.distance * near.normal, far).distance, 0, 1e-9)
                << shape.index();
        }
}

TEST(Shape, W4_4_a_point_is_inside_an_ellipsoid_where_the_scaled_radius_is_below_one) {
    const Vec3 radii(0.2, 0.5, 0.3);
    const Shape shape = Ellipsoid{radii};
    Rng rng{3};
    int inside = 0;
    for (int trial = 0; trial < 1000; ++trial) {
        const Vec3 p = random_point(rng, 0.5);
        const Real sum = p.x() * p.x() / 0.04 + p.y() * p.y() / 0.25 + p.z() * p.z() / 0.09;
        EXPECT_EQ(is_inside(shape, p), sum < 1);
        EXPECT_EQ(nearest_surface(shape, p, far).distance < 0, sum < 1);
        inside += sum < 1;
    }
    EXPECT_NEAR(inside / 1000.0, 4 * 3.14159265 / 3 * 0.2 * 0.5 * 0.3, 0.05);  // the volume, in a unit cube
    EXPECT_TRUE(is_inside(shape, {0.199, 0, 0}));
    EXPECT_FALSE(is_inside(shape, {0.201, 0, 0}));
}

TEST(Shape, no_sample_of_an_ellipsoid_is_closer_than_its_closest_point) {
    Rng rng{4};
    const std::vector<Vec3> all_radii = {{1, 1, 1}, {2, 1, 1}, {1, 1, 0.2}, {0.001, 1, 3}, {0.3, 0.2, 0.1}};
    for (const Vec3& radii : all_radii)
        for (int trial = 0; trial < 60; ++trial) {
            Vec3 p = random_point(rng, 1.5);
            for (int axis = 0; axis < 3; ++axis)
                if (trial >> axis & 1) p[axis] = 0;  // planes, axes and the centre
            const Vec3 foot = closest_on_ellipsoid(radii, p);
            EXPECT_NEAR(foot.cwiseQuotient(radii).squaredNorm(), 1, 1e-9)
                << radii.transpose() << ": " << p.transpose();
            for (int k = 0; k < 200; ++k) {
                const Vec3 sample = radii.cwiseProduct(random_direction(rng));
                EXPECT_LE((p - foot).norm(), (p - sample).norm() + 1e-12);
            }
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_LE((p - foot).norm(), (p - radii[axis] * Vec3::Unit(axis)).norm() + 1e-12);
            }
        }
}

TEST(Shape, a_mesh_is_the_solid_it_approximates) {
    Rng rng{5};
    const Shape ball = mesh_shape(make_icosphere(1, 4)), sphere = Sphere{1}, round = Ellipsoid{{1, 1, 1}};
    const Shape box_mesh = mesh_shape(make_box_mesh({0.4, 0.7, 0.2})), box = Box{{0.4, 0.7, 0.2}};
    TriangleMesh inverted = make_box_mesh({0.4, 0.7, 0.2});
    for (auto& triangle : inverted.triangles) std::swap(triangle[0], triangle[1]);
    const Shape inverted_mesh = mesh_shape(inverted);
    for (int trial = 0; trial < 300; ++trial) {
        const Vec3 p = random_point(rng, 1.6);
        EXPECT_NEAR(nearest_surface(ball, p, far).distance, nearest_surface(sphere, p, far).distance, 0.003);
        EXPECT_NEAR(nearest_surface(round, p, far).distance, nearest_surface(sphere, p, far).distance, 1e-12);
        EXPECT_NEAR(nearest_surface(box_mesh, p, far).distance, nearest_surface(box, p, far).distance, 1e-12);
        EXPECT_NEAR(nearest_surface(inverted_mesh, p, far).distance, nearest_surface(box, p, far).distance,
                    1e-12);
    }
    const Shape short_capsule = Capsule{0.5, 0}, half_ball = Sphere{0.5};
    EXPECT_EQ(nearest_surface(short_capsule, {1, 2, 3}, far).distance,
              nearest_surface(half_ball, {1, 2, 3}, far).distance);
}

TEST(Shape, an_open_mesh_has_two_sides_and_no_inside) {
    const Shape sheet = mesh_shape(make_grid(2, 2, 1, 1));
    const Nearest above = nearest_surface(sheet, {0.1, 0.2, 0.1}, 1),
                  below = nearest_surface(sheet, {0.1, -0.2, 0.1}, 1);
    EXPECT_NEAR(above.distance, 0.2, 1e-15);
    EXPECT_NEAR(below.distance, 0.2, 1e-15);
    EXPECT_EQ(above.normal, Vec3(0, 1, 0));
    EXPECT_EQ(below.normal, Vec3(0, -1, 0));
    EXPECT_FALSE(is_inside(sheet, {0.1, -0.2, 0.1}));
    EXPECT_GE(nearest_surface(sheet, {0, 5, 0}, 1).distance, 1);
}

TEST(Shape, a_point_deep_inside_a_mesh_finds_its_surface_whatever_the_limit) {
    const Shape box = mesh_shape(make_box_mesh({1, 1, 1}));
    EXPECT_NEAR(nearest_surface(box, {0.1, 0, 0}, 0.01).distance, -0.9, 1e-12);
    EXPECT_TRUE(is_inside(box, {0.1, 0, 0}));
}

TEST(Shape, F0_21_the_inside_of_a_field_is_where_its_formula_is_negative) {
    const Shape ground = formula_shape("y - 0.1*sin(3*x)", 5);
    Rng rng{6};
    for (int trial = 0; trial < 300; ++trial) {
        const Vec3 p = random_point(rng, 1);
        EXPECT_EQ(is_inside(ground, p), p.y() < 0.1 * std::sin(3 * p.x()));
    }
    EXPECT_FALSE(is_inside(ground, {0, -6, 0}));  // out of its bounds
    const Nearest near = nearest_surface(ground, {0.2, 0.1 * std::sin(0.6) + 1e-4, 0}, 1);
    const Vec3 normal = Vec3(-0.3 * std::cos(0.6), 1, 0).normalized();
    EXPECT_NEAR(near.distance, 1e-4 * normal.y(), 1e-7);
    EXPECT_LT((near.normal - normal).norm(), 1e-3);
    const Shape ball = formula_shape("sqrt(x^2 + y^2 + z^2) - 0.5", 1);
    EXPECT_NEAR(nearest_surface(ball, {0.3, 0.4, 0.1}, 1).distance, std::sqrt(0.26) - 0.5, 1e-12);
    EXPECT_GE(nearest_surface(ball, {3, 0, 0}, 1).distance, 2);
    EXPECT_LT(nearest_surface(ball, {0, 0, 0}, 1).distance, 0);  // no gradient there
}

TEST(Shape, bounds_hold_every_point_inside) {
    Rng rng{8};
    for (const Shape& shape : all_solids()) {
        const Aabb box = bounds(shape);
        for (int trial = 0; trial < 200; ++trial) {
            const Vec3 p = random_point(rng, 1.2);
            if (is_inside(shape, p)) {
                EXPECT_TRUE(box.contains(p)) << shape.index();
            }
        }
    }
    EXPECT_EQ(bounds(Shape(Capsule{0.3, 0.6})).high, Vec3(0.3, 0.6 + 0.3, 0.3));
    EXPECT_TRUE(std::isinf(bounds(Shape(Plane{})).high.x()));
}

TEST(Shape, bad_sizes_are_refused_by_name) {
    const auto error_of = [](const Shape& shape) -> std::string {
        try {
            check(shape, "head");
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    for (const Shape& shape : all_solids()) EXPECT_EQ(error_of(shape), "");
    EXPECT_THAT(error_of(Sphere{0}), HasSubstr("head: the sphere's radius"));
    EXPECT_THAT(error_of(Ellipsoid{{1, -1, 1}}), HasSubstr("ellipsoid"));
    EXPECT_THAT(error_of(Box{{1, far, 1}}), HasSubstr("box"));
    EXPECT_THAT(error_of(Capsule{1, -1}), HasSubstr("half length"));
    EXPECT_THAT(error_of(Plane{{0, 2, 0}, 0}), HasSubstr("unit length"));
    EXPECT_THAT(error_of(MeshShape{}), HasSubstr("mesh is missing"));
    EXPECT_THAT(error_of(FormulaShape{}), HasSubstr("formula is missing"));
}
