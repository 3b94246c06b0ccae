// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/solid/mass_properties.h: masses, centres and inertias against closed forms
#include "souple/geometry/solid/mass_properties.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "geometry/solid/random_solids.h"

using namespace souple;

namespace {

constexpr Real pi = std::numbers::pi;

/// Whether a local point is in the solid: no direction of many sees it stick out.
bool holds(const Convex& convex, const Vec3& p) {
    if (const auto* cylinder = std::get_if<Cylinder>(&convex))
        return std::abs(p.y()) < cylinder->half_length && std::hypot(p.x(), p.z()) < cylinder->radius;
    if (const auto* hull = std::get_if<Hull>(&convex)) {
        for (int f = 0; f < hull->hull->face_count(); ++f)
            if (hull->hull->normals[f].dot(p) > hull->hull->offsets[f]) return false;
        return true;
    }
    if (const auto* ellipsoid = std::get_if<Ellipsoid>(&convex))
        return p.cwiseQuotient(ellipsoid->radii).squaredNorm() < 1;
    if (const auto* capsule = std::get_if<Capsule>(&convex)) return is_inside(Shape(*capsule), p);
    if (const auto* box = std::get_if<Box>(&convex)) return is_inside(Shape(*box), p);
    return is_inside(Shape(std::get<Sphere>(convex)), p);
}

/// The integrals of F3.2, summed over small cubes.
MassProperties quadrature(const Convex& convex, Real density, int cells) {
    const Aabb box = bounds(convex, {});
    const Vec3 cell = box.size() / cells;
    Real volume = 0;
    Vec3 first = Vec3::Zero();
    Mat3 second = Mat3::Zero();
    for (int x = 0; x < cells; ++x)
        for (int y = 0; y < cells; ++y)
            for (int z = 0; z < cells; ++z) {
                const Vec3 p = box.low + cell.cwiseProduct(Vec3(x + 0.5, y + 0.5, z + 0.5));
                if (!holds(convex, p)) continue;
                volume += cell.prod();
                first += cell.prod() * p;
                second += cell.prod() * (p.squaredNorm() * Mat3::Identity() - p * p.transpose());
            }
    const Vec3 c = first / volume;
    const Mat3 shift = volume * (c.squaredNorm() * Mat3::Identity() - c * c.transpose());
    return {density * volume, c, density * (second - shift)};
}

Hull box_hull(const Vec3& half, const Vec3& shift) {
    std::vector<Vec3> corners;
    for (int c = 0; c < 8; ++c)
        corners.push_back(shift + half.cwiseProduct(Vec3(c & 1 ? 1 : -1, c & 2 ? 1 : -1, c & 4 ? 1 : -1)));
    return {std::make_shared<const ConvexHull>(make_hull(corners, "box"))};
}

}  // namespace

TEST(MassProperties, F3_2_a_sphere_has_two_fifths_of_m_r_squared) {
    const MassProperties ball = mass_properties(Convex(Sphere{0.5}), 1000);
    EXPECT_NEAR(ball.mass, 1000 * 4.0 / 3 * pi * 0.125, 1e-9);
    EXPECT_NEAR(ball.inertia(0, 0), 0.4 * ball.mass * 0.25, 1e-9);
    EXPECT_NEAR((ball.inertia - ball.inertia(0, 0) * Mat3::Identity()).norm(), 0, 1e-12);
}

TEST(MassProperties, F3_2_a_box_has_a_twelfth_of_m_times_two_sides_squared) {
    const MassProperties box = mass_properties(Convex(Box{{0.5, 1, 1.5}}), 2);
    EXPECT_NEAR(box.mass, 12, 1e-12);
    EXPECT_NEAR(box.inertia(0, 0), 12.0 / 12 * (4 + 9), 1e-12);
    EXPECT_NEAR(box.inertia(1, 1), 12.0 / 12 * (1 + 9), 1e-12);
    EXPECT_NEAR(box.inertia(2, 2), 12.0 / 12 * (1 + 4), 1e-12);
}

TEST(MassProperties, F3_2_a_cylinder_turns_easier_about_its_axis_than_across) {
    const MassProperties tube = mass_properties(Convex(Cylinder{0.5, 2}), 3);
    EXPECT_NEAR(tube.mass, 3 * pi * 0.25 * 4, 1e-12);
    EXPECT_NEAR(tube.inertia(1, 1), 0.5 * tube.mass * 0.25, 1e-12);
    EXPECT_NEAR(tube.inertia(0, 0), tube.mass * (3 * 0.25 + 16) / 12, 1e-12);
}

TEST(MassProperties, F3_2_quadrature_finds_the_same_mass_centre_and_inertia) {
    Rng rng{1};
    for (const int kind : {0, 1, 2, 3, 4, 5}) {
        const Convex convex = random_convex(rng, kind);
        const MassProperties exact = mass_properties(convex, 7), sum = quadrature(convex, 7, 48);
        EXPECT_NEAR(sum.mass / exact.mass, 1, 0.01) << kind;
        EXPECT_NEAR((sum.centre - exact.centre).norm(), 0, 0.01) << kind;
        EXPECT_NEAR((sum.inertia - exact.inertia).norm() / exact.inertia.norm(), 0, 0.02) << kind;
    }
}

TEST(MassProperties, F3_2_a_capsule_without_length_is_a_sphere) {
    const MassProperties capsule = mass_properties(Convex(Capsule{0.7, 0}), 3),
                         ball = mass_properties(Convex(Sphere{0.7}), 3);
    EXPECT_NEAR(capsule.mass, ball.mass, 1e-12);
    EXPECT_NEAR((capsule.inertia - ball.inertia).norm(), 0, 1e-12);
}

TEST(MassProperties, F3_2_the_hull_and_the_mesh_of_a_box_weigh_as_the_box) {
    const Vec3 half(0.3, 0.5, 0.9), shift(4, -2, 7);
    const MassProperties box = mass_properties(Convex(Box{half}), 5);
    const MassProperties hull = mass_properties(Convex(box_hull(half, shift)), 5);
    const MassProperties mesh = mass_properties(make_box_mesh(half), 5);
    EXPECT_NEAR(hull.mass, box.mass, 1e-12);
    EXPECT_NEAR((hull.centre - shift).norm(), 0, 1e-12);
    EXPECT_NEAR((hull.inertia - box.inertia).norm(), 0, 1e-11);
    EXPECT_NEAR(mesh.mass, box.mass, 1e-12);
    EXPECT_NEAR(mesh.centre.norm(), 0, 1e-12);
    EXPECT_NEAR((mesh.inertia - box.inertia).norm(), 0, 1e-12);
}

TEST(MassProperties, F3_2_a_mesh_of_a_sphere_converges_with_the_square_of_its_edges) {
    const MassProperties ball = mass_properties(Convex(Sphere{1}), 1);
    std::array<Real, 3> errors;
    for (int level = 2; level <= 4; ++level) {
        const MassProperties mesh = mass_properties(make_icosphere(1, level), 1);
        errors[level - 2] = std::abs(mesh.inertia(0, 0) - ball.inertia(0, 0));
    }
    EXPECT_NEAR(errors[0] / errors[1], 4, 0.3);
    EXPECT_NEAR(errors[1] / errors[2], 4, 0.3);
    EXPECT_LT(errors[2], 0.02 * ball.inertia(0, 0));
}

TEST(MassProperties, F3_2_two_halves_of_a_box_make_the_box_by_parallel_axes) {
    const Quat turn(Eigen::AngleAxis<Real>(pi / 2, Vec3::UnitX()));
    Solid halves;
    halves.pieces.push_back({Box{{0.5, 1, 2}}, {{-0.5, 0, 0}, Quat::Identity()}});
    // the same half, lying turned by a quarter
    halves.pieces.push_back({Box{{0.5, 2, 1}}, {{0.5, 0, 0}, turn}});
    const MassProperties sum = mass_properties(halves, 3), whole = mass_properties(Convex(Box{{1, 1, 2}}), 3);
    EXPECT_NEAR(sum.mass, whole.mass, 1e-12);
    EXPECT_NEAR(sum.centre.norm(), 0, 1e-12);
    EXPECT_NEAR((sum.inertia - whole.inertia).norm(), 0, 1e-11);
}

TEST(MassProperties, F3_2_the_kinetic_energy_of_a_moving_body_splits_as_koenig_says) {
    // a turning, moving box: the sum over its points against m v^2 / 2 + w . I w / 2
    Rng rng{2};
    const Box box{{0.3, 0.6, 1.1}};
    const MassProperties body = mass_properties(Convex(box), 4);
    const Vec3 v = random_point(rng, 1), w = random_point(rng, 1);
    constexpr int cells = 60;
    Real sum = 0;
    for (int x = 0; x < cells; ++x)
        for (int y = 0; y < cells; ++y)
            for (int z = 0; z < cells; ++z) {
                const Vec3 unit = (Vec3(x, y, z) + Vec3::Constant(0.5)) * 2 / cells - Vec3::Ones();
                const Vec3 p = unit.cwiseProduct(box.half_size);
                sum += 0.5 * body.mass / (cells * cells * cells) * (v + w.cross(p)).squaredNorm();
            }
    EXPECT_NEAR(sum, 0.5 * body.mass * v.squaredNorm() + 0.5 * w.dot(body.inertia * w), 1e-3 * sum);
}

TEST(PrincipalAxes, a_diagonal_inertia_is_not_turned) {
    const PrincipalAxes axes = principal_axes(Vec3(3, 1, 2).asDiagonal());
    EXPECT_EQ(axes.rotation.coeffs(), Quat::Identity().coeffs());
    EXPECT_EQ(axes.moments, Vec3(3, 1, 2));
}

TEST(PrincipalAxes, the_axes_and_moments_give_the_inertia_back) {
    Rng rng{3};
    for (int trial = 0; trial < 200; ++trial) {
        const Mat3 r = random_rotation(rng).toRotationMatrix();
        Vec3 moments = random_size(rng, 1, 2);
        if (trial % 3 == 0) moments.y() = moments.x();
        const Mat3 inertia = r * moments.asDiagonal() * r.transpose();
        const PrincipalAxes axes = principal_axes(inertia);
        const Mat3 q = axes.rotation.toRotationMatrix();
        EXPECT_NEAR((q * axes.moments.asDiagonal() * q.transpose() - inertia).norm(), 0, 1e-13);
        EXPECT_NEAR(axes.moments.sum(), moments.sum(), 1e-13);
    }
}
