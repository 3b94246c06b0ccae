// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/triangle_mesh.h
#include "souple/geometry/triangle_mesh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "souple/core/errors.h"

using namespace souple;
using testing::HasSubstr;

namespace {

std::string mesh_error(const TriangleMesh& mesh) {
    try {
        check(mesh, "shirt");
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST(TriangleMesh, check_names_the_first_problem_and_its_index) {
    const TriangleMesh good = make_grid(2, 2, 1, 1);
    EXPECT_EQ(mesh_error(good), "");
    EXPECT_THAT(mesh_error({}), HasSubstr("shirt: no points"));
    EXPECT_THAT(mesh_error({good.points, {}}), HasSubstr("no triangles"));
    TriangleMesh bad = good;
    bad.points[3].y() = std::numeric_limits<Real>::quiet_NaN();
    EXPECT_THAT(mesh_error(bad), HasSubstr("point 3 is not finite"));
    bad = good;
    bad.triangles[4][1] = 9;
    EXPECT_THAT(mesh_error(bad), HasSubstr("triangle 4 refers to point 9, but there are 9 points"));
    bad.triangles[4][1] = -1;
    EXPECT_THAT(mesh_error(bad), HasSubstr("triangle 4 refers to point -1"));
    bad = good;
    bad.triangles[5][2] = bad.triangles[5][0];
    EXPECT_THAT(mesh_error(bad), HasSubstr("triangle 5 uses a point twice"));
    bad = good;
    bad.triangles[6] = {0, 1, 2};
    EXPECT_THAT(mesh_error(bad), HasSubstr("triangle 6 has no area"));
}

TEST(TriangleMesh, a_grid_faces_up_and_has_the_area_of_its_rectangle) {
    const TriangleMesh mesh = make_grid(3, 5, 2, 4);
    Real sum = 0;
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
        sum += area(mesh, t);
        EXPECT_NEAR(normal(mesh, t).y(), 1, 1e-15);
    }
    EXPECT_EQ(mesh.triangles.size(), 30u);
    EXPECT_NEAR(sum, 8, 1e-12);
    EXPECT_FALSE(is_closed(mesh));
}

TEST(TriangleMesh, edges_know_both_sides_and_come_in_order) {
    const TriangleMesh mesh = make_grid(3, 2, 1, 1);
    const auto edges = edges_of(mesh);
    EXPECT_EQ(edges.size(), 12 + 12 - 1u);  // Euler: V - E + F = 1
    int borders = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const MeshEdge& e = edges[i];
        if (i > 0) {
            EXPECT_LT((std::array{std::min(edges[i - 1].a, edges[i - 1].b),
                                  std::max(edges[i - 1].a, edges[i - 1].b)}),
                      (std::array{std::min(e.a, e.b), std::max(e.a, e.b)}));
        }
        const auto& left = mesh.triangles[e.left];
        bool runs_along = false;
        for (int k = 0; k < 3; ++k)
            runs_along |= left[k] == e.a && left[(k + 1) % 3] == e.b && left[(k + 2) % 3] == e.left_vertex;
        EXPECT_TRUE(runs_along);
        borders += e.right < 0;
        if (e.right < 0) {
            EXPECT_EQ(e.right_vertex, -1);
            continue;
        }
        EXPECT_LT(e.left, e.right);
        const auto& right = mesh.triangles[e.right];
        EXPECT_EQ(right[0] + right[1] + right[2], e.a + e.b + e.right_vertex);
    }
    EXPECT_EQ(borders, 10);
}

TEST(TriangleMesh, an_edge_with_three_triangles_is_refused) {
    const TriangleMesh fan{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0}},
                           {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}}};
    EXPECT_THROW(edges_of(fan), TopologyError);
    EXPECT_FALSE(is_closed(fan));
}

TEST(TriangleMesh, closed_meshes_enclose_the_volume_of_their_solid) {
    const TriangleMesh box = make_box_mesh({0.5, 1, 1.5});
    EXPECT_TRUE(is_closed(box));
    EXPECT_NEAR(signed_volume(box), 1 * 2 * 3, 1e-12);
    const TriangleMesh ball = make_icosphere(2, 4);
    EXPECT_TRUE(is_closed(ball));
    EXPECT_EQ(ball.triangles.size(), 20u * 256);
    EXPECT_NEAR(signed_volume(ball) / (4 * std::numbers::pi / 3 * 8), 1, 0.003);
    for (const Vec3& p : ball.points) EXPECT_NEAR(p.norm(), 2, 1e-14);
    check(ball, "ball");
    TriangleMesh flipped = box;
    std::swap(flipped.triangles[0][0], flipped.triangles[0][1]);
    EXPECT_FALSE(is_closed(flipped));
}

TEST(TriangleMesh, welding_joins_points_that_coincide_in_every_frame) {
    const std::vector<Vec3> still = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    std::vector<Vec3> moved = still;
    moved[5].z() = 1;  // the last seam opens in the second frame
    std::vector<std::vector<Vec3>> frames = {still, moved};
    std::vector<std::array<int, 3>> triangles = {{0, 1, 2}, {3, 4, 5}, {1, 3, 4}};
    weld(frames, triangles);
    ASSERT_EQ(frames[0].size(), 5u);
    ASSERT_EQ(triangles.size(), 2u);  // the third one collapsed
    EXPECT_EQ(triangles[1], (std::array{1, 3, 4}));
    EXPECT_EQ(frames[1][4], Vec3(0, 1, 1));
}
