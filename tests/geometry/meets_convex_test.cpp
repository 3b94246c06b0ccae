// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/geometry/orient_space.cpp and meets_convex.cpp.
#include "souple/geometry/meets_convex.h"

#include <gtest/gtest.h>

#include "souple/core/rng.h"
#include "souple/geometry/orient.h"

namespace souple {
namespace {

Vec3 random_vector(Rng& rng, Real size) {
    const Real x = rng.uniform(-size, size), y = rng.uniform(-size, size);
    return {x, y, rng.uniform(-size, size)};
}

/// On a lattice, so that planes, lines and corners are hit exactly.
Vec3 lattice_point(Rng& rng, int size) {
    Vec3 p;
    for (int axis = 0; axis < 3; ++axis) p[axis] = static_cast<int>(rng.next() % (size + 1));
    return p;
}

TEST(OrientSpace, the_side_of_a_plane_has_the_sign_of_its_normal) {
    const Vec3 o = Vec3::Zero(), x = Vec3::UnitX(), y = Vec3::UnitY();
    EXPECT_EQ(orient(o, x, y, {0.3, 0.2, 1}), 1);
    EXPECT_EQ(orient(o, x, y, {5, -7, -1e-300}), -1);
    EXPECT_EQ(orient(o, x, y, {5, -7, 0}), 0);
    EXPECT_EQ(orient_exactly(o, x, y, {0.3, 0.2, 1}), 1);
}

TEST(OrientSpace, F2_12_nearly_flat_fours_are_told_apart_without_error) {
    Rng rng{1};
    int flat = 0;
    for (int i = 0; i < 3000; ++i) {
        // integers up to 2^18 keep 128-bit arithmetic exact, far from the origin they defeat plain doubles
        const Vec3 far = 1e5 * Vec3(3, 5, 7);
        std::array<Vec3, 4> p;
        for (Vec3& x : p) x = far + lattice_point(rng, i % 3 == 0 ? 2 : 3000);
        if (i % 2) p[3] = p[0] + p[1] - p[2] + (i % 4 == 1 ? Vec3(0, 0, 1) : Vec3(Vec3::Zero()));
        __int128 m[3][3];
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c) m[r][c] = static_cast<long long>(p[r + 1][c] - p[0][c]);
        const __int128 det = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                             m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                             m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
        const int expected = det > 0 ? 1 : det < 0 ? -1 : 0;
        flat += expected == 0;
        ASSERT_EQ(orient(p[0], p[1], p[2], p[3]), expected) << i;
        ASSERT_EQ(orient_exactly(p[0], p[1], p[2], p[3]), expected) << i;
        // scaled by a number that is no power of two every coordinate is rounded; the quick and the slow way
        // agree
        for (Vec3& x : p) x *= 0.1;
        const int quick = orient(p[0], p[1], p[2], p[3]);
        ASSERT_EQ(quick, orient_exactly(p[0], p[1], p[2], p[3])) << i;
        ASSERT_EQ(quick, -orient(p[1], p[0], p[2], p[3])) << i;
        ASSERT_EQ(quick, orient(p[1], p[2], p[0], p[3])) << i;
    }
    EXPECT_GT(flat, 500);
}

/// Clips the segment in doubles; sure unless it only grazes.
bool segment_in_box(const Vec3& p, const Vec3& q, const Aabb& box) {
    Real begin = 0, end = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const Real way = q[axis] - p[axis];
        if (way == 0) {
            if (p[axis] <= box.low[axis] || p[axis] >= box.high[axis]) return false;
            continue;
        }
        const Real a = (box.low[axis] - p[axis]) / way, b = (box.high[axis] - p[axis]) / way;
        begin = std::max(begin, std::min(a, b));
        end = std::min(end, std::max(a, b));
    }
    return begin < end - 1e-12;
}

TEST(MeetsConvex, F2_26_a_segment_is_inside_a_box_when_its_clipped_part_has_a_length) {
    Rng rng{2};
    const Aabb box{Vec3(1, 1, 1), Vec3(3, 3, 3)};
    const std::array<Vec3, 8> corners = corners_of(box);
    int inside = 0;
    for (int i = 0; i < 4000; ++i) {
        const Vec3 p = i % 2 ? lattice_point(rng, 4) : Vec3(random_vector(rng, 4) + Vec3(2, 2, 2));
        const Vec3 q = i % 2 ? lattice_point(rng, 4) : Vec3(random_vector(rng, 4) + Vec3(2, 2, 2));
        if (p == q) continue;
        const bool expected = segment_in_box(p, q, box);
        inside += expected;
        ASSERT_EQ(meets_inside(p, q, box_body(corners)), expected) << p.transpose() << ", " << q.transpose();
    }
    EXPECT_GT(inside, 300);
}

TEST(MeetsConvex, F2_29_a_triangle_meets_a_body_when_one_of_its_many_points_is_inside) {
    Rng rng{3};
    const Aabb box{Vec3(1, 1, 1), Vec3(3, 3, 3)};
    const std::array<Vec3, 8> box_corners = corners_of(box);
    const std::array<Vec3, 4> tetrahedron{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(0, 0, -4)};
    ASSERT_LT(orient(tetrahedron[0], tetrahedron[1], tetrahedron[2], tetrahedron[3]), 0);
    int met = 0;
    for (int i = 0; i < 600; ++i) {
        std::array<Vec3, 3> t;
        for (Vec3& x : t)
            x = i % 2 ? Vec3(2 * lattice_point(rng, 4) - Vec3(2, 2, 2))
                      : Vec3(random_vector(rng, 5) + Vec3(2, 2, 1));
        bool in_box = false, in_tetrahedron = false;
        for (int a = 0; a <= 60; ++a)
            for (int b = 0; a + b <= 60; ++b) {
                const Vec3 p = (a * t[0] + b * t[1] + (60 - a - b) * t[2]) / 60;
                in_box |= (p.array() > 1 + 1e-9).all() && (p.array() < 3 - 1e-9).all();
                in_tetrahedron |=
                    p.x() > 1e-9 && p.y() > 1e-9 && p.z() < -1e-9 && p.x() + p.y() - p.z() < 4 - 1e-9;
            }
        // samples may miss a corner that is cut off, so only what they find has to be found
        const bool box_met = meets_inside(t, box_body(box_corners));
        const bool tetrahedron_met = meets_inside(t, tetrahedron_body(tetrahedron));
        ASSERT_GE(box_met, in_box) << i;
        ASSERT_GE(tetrahedron_met, in_tetrahedron) << i;
        met += box_met;
        // pushed apart along an axis they cannot meet
        for (Vec3& x : t) x.z() = std::max(x.z(), 3.0);
        ASSERT_FALSE(meets_inside(t, box_body(box_corners))) << i;
    }
    EXPECT_GT(met, 100);
    EXPECT_LT(met, 500);
}

TEST(MeetsConvex, F2_29_a_large_triangle_that_passes_between_all_corners_is_found) {
    const std::array<Vec3, 8> corners = corners_of({Vec3(-1, -1, -1), Vec3(1, 1, 1)});
    const std::array<Vec3, 3> level{Vec3(-50, 0, -50), Vec3(50, 0, -50), Vec3(0, 0, 80)};
    EXPECT_TRUE(meets_inside(level, box_body(corners)));
    std::array<Vec3, 3> on_top = level, diagonal = level;
    for (Vec3& x : on_top) x.y() = 1;
    EXPECT_FALSE(meets_inside(on_top, box_body(corners)));
    for (Vec3& x : diagonal) x.y() = x.x();  // through four corners of the box
    EXPECT_TRUE(meets_inside(diagonal, box_body(corners)));
}

}  // namespace
}  // namespace souple
