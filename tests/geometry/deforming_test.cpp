// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/deforming.h
#include "souple/geometry/deforming.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geometry/random_geometry.h"
#include "souple/geometry/distance.h"

using namespace souple;

namespace {

Real brute_distance(const DeformingSurface& surface, const Vec3& p, Real s) {
    Real best = 1e300;
    for (const auto& [a, b, c] : surface.triangles) {
        const auto foot =
            closest_on_triangle(p, surface.point(a, s), surface.point(b, s), surface.point(c, s));
        best = std::min(best, (p - foot.point).norm());
    }
    return best;
}

/// Loose triangles whose corners all move by up to `motion`.
DeformingSurface random_surface(Rng& rng, int count, Real motion) {
    const TriangleMesh mesh = random_triangles(rng, count, 1, 0.4);
    DeformingSurface surface = make_deforming_surface(mesh, "surface");
    std::vector<Vec3> moved = mesh.points;
    for (Vec3& p : moved) p += random_point(rng, motion);
    update(surface, mesh.points, moved);
    return surface;
}

}  // namespace

TEST(DeformingSurface, nearest_is_that_of_brute_force_at_any_time) {
    Rng rng{1};
    const DeformingSurface surface = random_surface(rng, 60, 0.8);
    for (int trial = 0; trial < 200; ++trial) {
        const Vec3 p = random_point(rng, 2);
        const Real s = rng.uniform(), expected = brute_distance(surface, p, s);
        const SurfacePoint found = nearest(surface, p, s, 0.6);
        if (expected < 0.6) {
            EXPECT_NEAR(found.distance, expected, 1e-14);
        } else {
            EXPECT_GE(found.distance, 0.6);
        }
    }
}

TEST(DeformingSurface, a_closed_surface_keeps_its_inside_while_it_deforms) {
    const TriangleMesh box = make_box_mesh({1, 1, 1});
    DeformingSurface surface = make_deforming_surface(box, "box");
    std::vector<Vec3> wider = box.points;
    for (Vec3& p : wider) p.x() *= 3;
    update(surface, box.points, wider);
    EXPECT_NEAR(nearest(surface, {1.5, 0.2, 0}, 0, 10).distance, 0.5, 1e-12);
    EXPECT_NEAR(nearest(surface, {1.5, 0.2, 0}, 1, 10).distance, -0.8, 1e-12);
    EXPECT_NEAR(nearest(surface, {1.5, 0.2, 0}, 1, 10).normal.y(), 1, 1e-12);
    EXPECT_NEAR(nearest(surface, {1.5, 0.2, 0}, 0.5, 0.01).distance, -0.5, 1e-12);
}

TEST(DeformingSurface, sweep_stops_where_dense_samples_of_the_distance_say) {
    Rng rng{2};
    int hits = 0;
    for (int world = 0; world < 12; ++world) {
        const DeformingSurface surface = random_surface(rng, 25, 1.0);
        for (int trial = 0; trial < 25; ++trial) {
            const Real margin = trial % 3 == 0 ? 0 : 0.03, s0 = rng.uniform(0, 0.5), s1 = rng.uniform(0.5, 1);
            const Vec3 from = random_point(rng, 2), to = random_point(rng, 2);
            if (brute_distance(surface, from, s0) < margin + 0.001) continue;
            const auto hit = sweep(surface, from, to, margin, s0, s1);
            const Real until = hit ? hit->fraction : 1;
            for (int k = 0; k < 200; ++k) {
                const Real f = until * k / 200;
                EXPECT_GT(brute_distance(surface, from + f * (to - from), s0 + f * (s1 - s0)), margin - 1e-7);
            }
            if (!hit) continue;
            ++hits;
            const Vec3 p = from + hit->fraction * (to - from);
            const Real s = s0 + hit->fraction * (s1 - s0);
            EXPECT_NEAR(brute_distance(surface, p, s), margin, 1e-8 + 2e-3 * margin);
            // the weights name the touched point, and its motion
            Vec3 touched = Vec3::Zero(), motion = Vec3::Zero();
            for (int k = 0; k < 3; ++k) {
                const int i = surface.triangles[hit->triangle][k];
                touched += hit->weights[k] * surface.point(i, s);
                motion += hit->weights[k] * (surface.points_t1[i] - surface.points_t0[i]);
            }
            EXPECT_NEAR((p - touched).norm(), margin, 1e-8 + 2e-3 * margin);
            EXPECT_LT((motion - hit->surface_velocity_times_interval).norm(), 1e-13);
            EXPECT_LT(hit->normal.dot(to - from - (s1 - s0) * motion), 0);
        }
    }
    EXPECT_GT(hits, 40);
}

TEST(DeformingSurface, a_point_at_rest_is_hit_by_a_sheet_that_comes_and_not_by_one_that_goes) {
    const TriangleMesh grid = make_grid(2, 2, 1, 1);
    DeformingSurface surface = make_deforming_surface(grid, "sheet");
    std::vector<Vec3> risen = grid.points;
    for (Vec3& p : risen) p.y() += 10;
    update(surface, grid.points, risen);
    const auto hit = sweep(surface, {0.1, 2, 0.1}, {0.1, 2, 0.1}, 0.5);
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->fraction, 0.15, 1e-4);
    EXPECT_LE(hit->fraction, 0.15);
    EXPECT_NEAR(hit->normal.y(), 1, 1e-12);
    EXPECT_NEAR((hit->surface_velocity_times_interval - Vec3(0, 10, 0)).norm(), 0, 1e-12);
    // only the second half of the interval: there it is already above
    EXPECT_FALSE(sweep(surface, {0.1, 2, 0.1}, {0.1, 2, 0.1}, 0.5, 0.5, 1));
    // within the margin at the start: below the sheet it is left behind, above it is hit at once
    EXPECT_FALSE(sweep(surface, {0.1, -0.2, 0.1}, {0.1, -0.2, 0.1}, 0.5));
    const auto at_once = sweep(surface, {0.1, 0.2, 0.1}, {0.1, 0.2, 0.1}, 0.5);
    ASSERT_TRUE(at_once);
    EXPECT_EQ(at_once->fraction, 0);
    // faster than the sheet, it gets away
    EXPECT_FALSE(sweep(surface, {0.1, 0.2, 0.1}, {0.1, 12, 0.1}, 0.5));
}

TEST(DeformingSurface, a_thin_triangle_that_moves_and_deforms_is_never_crossed) {
    Rng rng{3};
    int crossings = 0;
    for (int trial = 0; trial < 10000; ++trial) {
        // the corners go anywhere; the point starts on one side and ends on the other of a point of the
        // triangle
        const Real size = std::pow(10.0, rng.uniform(-1, 2));
        const Vec3 drift = 100 * size * random_direction(rng);
        std::vector<Vec3> t0, t1;
        for (int k = 0; k < 3; ++k) {
            t0.push_back(random_point(rng, size));
            t1.push_back(drift + t0[k] + random_point(rng, 0.4 * size));
        }
        const Vec3 n0 = (t0[1] - t0[0]).cross(t0[2] - t0[0]), n1 = (t1[1] - t1[0]).cross(t1[2] - t1[0]);
        // the height above the moving plane changes sign between the ends, and weights stay inside: a true
        // crossing
        const Vec3 c0 = (t0[0] + t0[1] + t0[2]) / 3, c1 = (t1[0] + t1[1] + t1[2]) / 3;
        if (n0.norm() < 0.3 * size * size || n0.normalized().dot(n1.normalized()) < 0.9) continue;
        const Real h = rng.uniform(0.01, 0.2) * size;
        const Vec3 from = c0 + h * n0.normalized(), to = c1 - h * n1.normalized();
        static const TriangleMesh one{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
        DeformingSurface surface = make_deforming_surface(one, "triangle");
        update(surface, t0, t1);
        ++crossings;
        const auto hit = sweep(surface, from, to, trial % 2 ? 1e-3 * size : 0);
        ASSERT_TRUE(hit) << trial;
        // still on the side it came from
        const Vec3 p = from + hit->fraction * (to - from);
        const Vec3 a = surface.point(0, hit->fraction), b = surface.point(1, hit->fraction);
        const Vec3 n = (b - a).cross(surface.point(2, hit->fraction) - a);
        EXPECT_GT(n.dot(p - a), 0) << trial;
    }
    EXPECT_GT(crossings, 1000);
}

TEST(DeformingSurface, a_quad_that_flies_and_turns_is_never_crossed_by_a_huge_step) {
    Rng rng{4};
    const TriangleMesh quad = make_grid(1, 1, 1, 1);
    DeformingSurface surface = make_deforming_surface(quad, "quad");
    std::vector<Vec3> t0(4), t1(4);
    for (int trial = 0; trial < 10000; ++trial) {
        const Vec3 flight = std::pow(10.0, rng.uniform(-1, 3)) * random_direction(rng);
        const Vec3 axis = random_direction(rng);
        const Quat turn(Eigen::AngleAxis<Real>(rng.uniform(-0.5, 0.5), axis));
        for (int i = 0; i < 4; ++i) {
            t0[i] = quad.points[i];
            t1[i] = flight + turn * quad.points[i];
        }
        update(surface, t0, t1);
        // ends over and under the same material point, which lies well inside
        const Vec3 material(rng.uniform(-0.3, 0.3), 0, rng.uniform(-0.3, 0.3));
        const Real over = rng.uniform(0.01, 0.1), under = rng.uniform(0.01, 0.1);
        const Vec3 from = material + Vec3(0, over, 0), to = flight + turn * (material - Vec3(0, under, 0));
        const auto hit = sweep(surface, from, to, trial % 2 ? 1e-3 : 0);
        ASSERT_TRUE(hit) << trial;
        const Vec3 p = from + hit->fraction * (to - from);
        const Vec3 up = (surface.point(2, hit->fraction) - surface.point(0, hit->fraction))
                            .cross(surface.point(1, hit->fraction) - surface.point(0, hit->fraction));
        EXPECT_GT(up.dot(p - surface.point(0, hit->fraction)), 0) << trial;
    }
}
