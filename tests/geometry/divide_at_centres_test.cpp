// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of geometry/divide_at_centres.h.
#include "souple/geometry/divide_at_centres.h"

#include <gtest/gtest.h>

#include <cmath>

namespace souple {
namespace {

Real smallest_angle(const TriangleMesh& mesh) {
    Real smallest = 4;
    for (const auto& triangle : mesh.triangles)
        for (int k = 0; k < 3; ++k) {
            const Vec3& p = mesh.points[triangle[k]];
            const Vec3 u = mesh.points[triangle[(k + 1) % 3]] - p, v = mesh.points[triangle[(k + 2) % 3]] - p;
            smallest = std::min(smallest, std::atan2(u.cross(v).norm(), u.dot(v)));
        }
    return smallest;
}

TEST(DivideAtCentres, F4_20_triangles_become_flatter_with_every_division) {
    TriangleMesh mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {0.5, 0, -std::sqrt(0.75)}};
    mesh.triangles = {{0, 1, 2}};
    Real before = smallest_angle(mesh), whole = area(mesh, 0);
    for (int level = 0; level < 4; ++level) {
        mesh = divide_at_centres(mesh);
        const Real now = smallest_angle(mesh);
        EXPECT_LT(now, 0.6 * before);
        before = now;
    }
    EXPECT_LT(before, 0.022);  // [rad] of 1.047 at the start
    EXPECT_EQ(mesh.triangles.size(), 81u);
    Real sum = 0;
    for (int t = 0; t < 81; ++t) sum += area(mesh, t);
    EXPECT_NEAR(sum, whole, 1e-14);
}

}  // namespace
}  // namespace souple
