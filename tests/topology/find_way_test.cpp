// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/topology/find_way.h.
#include "souple/topology/find_way.h"

#include <gtest/gtest.h>

#include "topology/space/spaces.h"

namespace souple {
namespace {

TEST(FindWay, F2_46_the_way_in_space_goes_through_the_gap_of_a_wall_and_is_the_shortest_row_of_gates) {
    HexahedronMesh mesh = grid_mesh(5, 5, 1);
    mesh.obstacle.assign(25, 0);
    for (int j = 0; j < 4; ++j) mesh.obstacle[5 * j + 2] = 1;  // the gap is at the upper end
    const Space space = make_space(mesh, 0);
    const std::vector<WayPoint> way = find_way(space, WayPoint{0, {2, 2, 2}}, WayPoint{4, {18, 2, 2}});
    ASSERT_FALSE(way.empty());
    Real length = 0;
    Vec3 at{2, 2, 2};
    for (const WayPoint& gate : way) {
        EXPECT_FALSE(is_obstacle(space, VolumeCell{gate.cell}));
        length += (gate.point - at).norm();
        at = gate.point;
    }
    EXPECT_EQ(at, Vec3(18, 2, 2));
    // up four cells and down again, from gate to gate: no shorter row leads through the gap at y > 16
    EXPECT_GT(length, 2 * std::hypot(6, 14));
    EXPECT_LT(length, 4 * 12 + 1e-9);
}

TEST(FindWay, F2_46_there_is_no_way_out_of_a_closed_room_and_on_a_sphere_it_leads_around_a_building) {
    HexahedronMesh mesh = grid_mesh(3, 1, 1);
    mesh.obstacle = {0, 1, 0};
    const Space space = make_space(mesh, 0);
    EXPECT_TRUE(find_way(space, WayPoint{0, {2, 2, 2}}, WayPoint{2, {10, 2, 2}}).empty());

    const TriangleMesh ball = make_icosphere(1, 3);
    std::vector<char> obstacle(ball.triangles.size(), 0);
    for (std::size_t t = 0; t < obstacle.size(); ++t) {
        const auto [a, b, c] = ball.triangles[t];
        obstacle[t] = ((ball.points[a] + ball.points[b] + ball.points[c]) / 3).x() > 0.8;
    }
    const CurvedGround ground = make_curved_ground(ball, 0, "ball", obstacle);
    const Vec3 south{0.5, -std::sqrt(0.75), 0}, north{0.5, std::sqrt(0.75), 0};
    const SurfacePlace from = locate_by_search(ground, south), to = locate_by_search(ground, north);
    const std::vector<WayPoint> way = find_way(ground, WayPoint{from.root, south}, WayPoint{to.root, north});
    ASSERT_GT(way.size(), 5u);
    Real length = 0;
    Vec3 at = south;
    for (const WayPoint& gate : way) {
        EXPECT_FALSE(is_obstacle(ground, gate.cell));
        length += (gate.point - at).norm();
        at = gate.point;
    }
    // straight over the cap it would be 2 * 60 degrees; around it is longer, by rows of gates a bit more
    EXPECT_GT(length, 2.0);
    EXPECT_LT(length, 3.2);
}

}  // namespace
}  // namespace souple
