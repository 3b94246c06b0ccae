// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/shape.h: sweep()
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "geometry/random_geometry.h"
#include "souple/geometry/shape.h"

using namespace souple;

namespace {

std::vector<Shape> all_shapes() {
    const Aabb box{Vec3::Constant(-1.5), Vec3::Constant(1.5)};
    Rng rng{11};
    return {Plane{Vec3(1, 2, 2).normalized(), 0.3},
            Sphere{0.7},
            Ellipsoid{{0.4, 1.1, 0.7}},
            Box{{0.5, 0.8, 0.3}},
            Capsule{0.3, 0.6},
            mesh_shape(make_icosphere(0.8, 2)),
            mesh_shape(make_grid(4, 3, 1.2, 1.6)),
            mesh_shape(random_triangles(rng, 30, 1, 0.4)),
            FormulaShape{std::make_shared<const Formula>(parse_formula("sqrt(x^2 + y^2 + z^2) - 0.7")), box}};
}

/// What sweep() must say for a start outside the margin, by looking at many points of the way.
void compare_with_samples(const Shape& shape, const Vec3& from, const Vec3& to, Real margin) {
    constexpr int samples = 400;
    const auto hit = sweep(shape, from, to, margin);
    const Real until = hit ? hit->fraction : 1;
    for (int k = 0; k < samples; ++k) {
        const Vec3 p = from + until * k / samples * (to - from);
        EXPECT_GT(nearest_surface(shape, p, far).distance, margin - 1e-7) << "shape " << shape.index();
    }
    if (!hit) return;
    const Nearest there = nearest_surface(shape, from + hit->fraction * (to - from), far);
    EXPECT_NEAR(there.distance, margin, 1e-8 + 2e-3 * margin) << "shape " << shape.index();
    EXPECT_GT(there.normal.dot(hit->normal), 0.98) << "shape " << shape.index();
    EXPECT_LT(hit->normal.dot(to - from), 0) << "shape " << shape.index();
}

}  // namespace

TEST(ShapeSweep, stops_where_dense_samples_of_the_distance_say) {
    Rng rng{1};
    for (const Shape& shape : all_shapes()) {
        int hits = 0;
        for (int trial = 0; trial < 120; ++trial) {
            const Real margin = trial % 3 == 0 ? 0 : 0.05;
            const Vec3 from = random_point(rng, 2.5), to = random_point(rng, 2.5);
            if (nearest_surface(shape, from, far).distance < margin + 0.001) continue;
            compare_with_samples(shape, from, to, margin);
            hits += sweep(shape, from, to, margin).has_value();
        }
        EXPECT_GT(hits, 5) << "shape " << shape.index();
    }
}

TEST(ShapeSweep, hits_of_simple_solids_are_those_of_closed_form) {
    const auto on_sphere = sweep(Sphere{1}, {-3, 0, 0}, {3, 0, 0}, 0.5);
    ASSERT_TRUE(on_sphere);
    EXPECT_NEAR(on_sphere->fraction, 1.5 / 6, 1e-3);
    EXPECT_LE(on_sphere->fraction, 1.5 / 6);
    EXPECT_NEAR(on_sphere->normal.x(), -1, 1e-12);
    const auto on_plane = sweep(Plane{}, {0, 4, 0}, {8, -4, 0}, 0);
    ASSERT_TRUE(on_plane);
    EXPECT_NEAR(on_plane->fraction, 0.5, 1e-9);
    EXPECT_FALSE(sweep(Plane{}, {0, 4, 0}, {8, 1, 0}, 0.9));
    EXPECT_TRUE(sweep(Plane{}, {0, 4, 0}, {8, 1, 0}, 1.1));
    EXPECT_FALSE(sweep(Sphere{1}, {-3, 1.01, 0}, {3, 1.01, 0}, 0));
    EXPECT_TRUE(sweep(Sphere{1}, {-3, 0.99, 0}, {3, 0.99, 0}, 0));
}

TEST(ShapeSweep, a_start_within_the_margin_hits_at_once_if_it_goes_deeper_and_is_free_to_leave) {
    for (const Shape& shape : all_shapes()) {
        Rng rng{4};
        for (int trial = 0; trial < 20; ++trial) {
            const Vec3 p = random_point(rng, 1.5);
            const Nearest there = nearest_surface(shape, p, far);
            if (std::abs(there.distance) < 0.02) continue;
            // halfway into the margin
            const Vec3 start = p - (there.distance - 0.005) * there.normal;
            const Nearest near = nearest_surface(shape, start, far);
            if (!(near.distance > 0 && near.distance < 0.0099)) continue;
            const auto deeper = sweep(shape, start, start - 0.003 * near.normal, 0.01);
            ASSERT_TRUE(deeper) << "shape " << shape.index();
            EXPECT_EQ(deeper->fraction, 0);
            EXPECT_GT(deeper->normal.dot(near.normal), 0.999);
            EXPECT_FALSE(sweep(shape, start, start + 0.02 * near.normal, 0.01)) << "shape " << shape.index();
        }
    }
}

TEST(ShapeSweep, a_point_inside_a_solid_can_leave_but_not_go_deeper) {
    for (const Shape& shape :
         {Shape(Sphere{1}), Shape(Box{{1, 1, 1}}), mesh_shape(make_box_mesh({1, 1, 1}))}) {
        EXPECT_FALSE(sweep(shape, {0.8, 0, 0}, {4, 0.1, 0}, 0.01));
        const auto deeper = sweep(shape, {0.8, 0, 0}, {0.2, 0, 0}, 0.01);
        ASSERT_TRUE(deeper);
        EXPECT_EQ(deeper->fraction, 0);
        EXPECT_NEAR(deeper->normal.x(), 1, 1e-12);
    }
}

TEST(ShapeSweep, a_point_slides_freely_over_the_joints_of_a_flat_mesh) {
    const Shape sheet = mesh_shape(make_grid(20, 20, 2, 2));
    Rng rng{5};
    for (int trial = 0; trial < 200; ++trial) {
        Vec3 from = random_point(rng, 0.5), to = random_point(rng, 0.5);
        from.y() = to.y() = 0.01;
        EXPECT_FALSE(sweep(sheet, from, to, 0.02));
        from.y() = to.y() = 0.0201;  // just outside the margin
        EXPECT_FALSE(sweep(sheet, from, to, 0.02));
    }
}

TEST(ShapeSweep, leaving_one_sheet_a_point_is_stopped_by_the_next) {
    TriangleMesh two = make_grid(1, 1, 1, 1);
    TriangleMesh upper = make_grid(1, 1, 1, 1);
    for (Vec3& p : upper.points) two.points.push_back(p + Vec3(0, 0.015, 0));
    for (const auto& [a, b, c] : upper.triangles) two.triangles.push_back({a + 4, b + 4, c + 4});
    const Shape sheets = mesh_shape(two);
    // both sheets are within the margin: the second counts once it is the nearer one
    const auto hit = sweep(sheets, {0.1, 0.002, 0.2}, {0.1, 50, 0.2}, 0.01);
    ASSERT_TRUE(hit);
    EXPECT_LT(hit->fraction * 50, 0.0149);
    EXPECT_NEAR(hit->normal.y(), -1, 1e-12);
}

TEST(ShapeSweep, a_thin_quad_is_never_crossed_by_a_huge_step) {
    const Shape quad = mesh_shape(make_grid(1, 1, 1, 1));
    Rng rng{6};
    int crossings = 0;
    for (int trial = 0; trial < 10000; ++trial) {
        // through a point of the quad, from far above to far below
        const Vec3 through(rng.uniform(-0.49, 0.49), 0, rng.uniform(-0.49, 0.49));
        const Vec3 direction = random_direction(rng);
        const Real length = std::pow(10.0, rng.uniform(-2, 4));
        const Vec3 from = through - length * direction,
                   to = through + length * rng.uniform(0.1, 3) * direction;
        const Real margin = trial % 2 ? 1e-3 : 0;
        if (std::abs(from.y()) < 2e-3 || std::abs(to.y()) < 2e-3) continue;
        ++crossings;
        const auto hit = sweep(quad, from, to, margin);
        ASSERT_TRUE(hit) << trial;
        const Real y = from.y() + hit->fraction * (to.y() - from.y());
        EXPECT_GT(y * from.y(), 0) << trial;
        EXPECT_GT(hit->normal.y() * from.y(), 0) << trial;
    }
    EXPECT_GT(crossings, 6000);
}

TEST(ShapeSweep, F0_21_a_field_stops_a_point_unless_it_is_thinner_than_stated) {
    const Aabb box{Vec3::Constant(-20), Vec3::Constant(20)};
    const auto wall = std::make_shared<const Formula>(parse_formula("abs(x) - 0.01"));
    const FormulaShape shape{wall, box, 0.02};
    Rng rng{9};
    for (int trial = 0; trial < 500; ++trial) {
        Vec3 from = random_point(rng, 9), to = random_point(rng, 9);
        from.x() = rng.uniform(0.1, 15);
        to.x() = -rng.uniform(0.1, 15);
        const auto hit = sweep(shape, from, to, 0);
        ASSERT_TRUE(hit);
        EXPECT_NEAR(from.x() + hit->fraction * (to.x() - from.x()), 0.01, 1e-6);
        EXPECT_NEAR(hit->normal.x(), 1, 1e-12);
    }
}
