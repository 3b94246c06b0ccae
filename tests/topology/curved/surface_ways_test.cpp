// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/topology/curved/surface_ways.cpp.
#include "souple/topology/curved/surface_ways.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "souple/geometry/triangle_mesh.h"
#include "souple/topology/find_way.h"

namespace souple {
namespace {

Vec3 middle_of(const RootTriangle& root) { return (root.corners[0] + root.corners[1] + root.corners[2]) / 3; }

/// [m] the way as somebody goes it who heads for a place ahead again and again; 0 when he does not arrive.
Real way_gone(const CurvedGround& ground, const SurfaceWays& ways, int root, Vec3 x, Real pace) {
    Real length = 0;
    SurfacePlace at = place_in(ground, root, x);
    for (int k = 0; k < 100000; ++k) {
        if ((x - ways.goal).norm() < 2 * pace) return length;
        const Vec3 to = place_ahead(ground, ways, at.root, x, 4 * pace) - x;
        const Vec3 n = normal_of(ground, at.root);
        const Vec3 along = to - to.dot(n) * n;
        if (along.norm() == 0) return 0;
        at = walk_along_walls(ground, at, pace * along.normalized()).place;
        x = point_of(ground, at);
        length += pace;
    }
    return 0;
}

TEST(SurfaceWays, F2_46_costs_satisfy_the_rule_of_shortest_ways_at_every_side) {
    const CurvedGround ground = make_curved_ground(make_torus_knot({}), 0, "knot");
    const SurfaceWays ways = find_ways_to(ground, middle_of(ground.roots[77]));
    EXPECT_EQ(ways.root, 77);
    const auto gate = [&](int root, int side) {
        return Vec3((ground.roots[root].corners[side] + ground.roots[root].corners[(side + 1) % 3]) / 2);
    };
    for (int root = 0; root < static_cast<int>(ground.roots.size()); ++root)
        for (int side = 0; side < 3; ++side) {
            const int into = ground.roots[root].neighbour[side];
            Real least = into == 77 ? (gate(root, side) - ways.goal).norm() : 1e300;
            for (int next = 0; next < 3; ++next)
                if (next != ground.roots[root].neighbour_side[side])
                    least = std::min(
                        least, (gate(root, side) - gate(into, next)).norm() + ways.cost[3 * into + next]);
            EXPECT_NEAR(ways.cost[3 * root + side], least, 1e-9);
        }
}

TEST(SurfaceWays, F2_46_from_everywhere_on_a_knot_one_gets_there_on_a_way_little_longer_than_its_tube) {
    const TorusKnot knot{2, 3, 9, 3.6, 1.4, 160, 10};
    const CurvedGround ground = make_curved_ground(make_torus_knot(knot), 0, "knot");
    const int roots = static_cast<int>(ground.roots.size());
    const SurfaceWays ways = find_ways_to(ground, middle_of(ground.roots[5]));
    Real farthest = 0;
    for (int root = 0; root < roots; root += 37) {
        const Vec3 x = middle_of(ground.roots[root]);
        if ((x - ways.goal).norm() < 1) continue;
        const Real gone = way_gone(ground, ways, root, x, 0.2);
        ASSERT_GT(gone, 0) << root;
        farthest = std::max(farthest, gone);
    }
    // half of the knot's length: twice around the ring, three times around its tube
    Real length = 0;
    for (int k = 0; k < 1000; ++k) {
        const auto at = [&](int n) {
            const Real t = 2 * std::numbers::pi * n / 1000, r = knot.ring + knot.wind * std::cos(3 * t);
            return Vec3(r * std::cos(2 * t), knot.wind * std::sin(3 * t), r * std::sin(2 * t));
        };
        length += (at(k + 1) - at(k)).norm();
    }
    EXPECT_LT(farthest, 1.25 * length / 2 + std::numbers::pi * knot.tube);
    EXPECT_GT(farthest, 0.6 * length / 2);
}

TEST(SurfaceWays, F2_46_ways_lead_around_buildings_and_there_is_none_into_a_closed_ring) {
    const TriangleMesh mesh = make_icosphere(4, 3);
    std::vector<char> belt(mesh.triangles.size(), 0);
    const auto height = [&](std::size_t t) {
        const auto [a, b, c] = mesh.triangles[t];
        return (mesh.points[a] + mesh.points[b] + mesh.points[c]).y() / 3;
    };
    for (std::size_t t = 0; t < belt.size(); ++t) belt[t] = std::abs(height(t)) < 0.6;
    const CurvedGround closed = make_curved_ground(mesh, 0, "belt", belt);
    const SurfaceWays none = find_ways_to(closed, Vec3(0, 4, 0));
    const int below = locate_by_search(closed, Vec3(0.1, -4, 0)).root;
    const Vec3 x = middle_of(closed.roots[below]);
    EXPECT_EQ(place_ahead(closed, none, below, x, 1), x);
    for (std::size_t t = 0; t < belt.size(); ++t) {
        const auto [a, b, c] = mesh.triangles[t];
        if ((mesh.points[a] + mesh.points[b] + mesh.points[c]).x() / 3 > 3) belt[t] = 0;
    }
    const CurvedGround open = make_curved_ground(mesh, 0, "gap", belt);
    EXPECT_GT(way_gone(open, find_ways_to(open, Vec3(0, 4, 0)), below, x, 0.1), 0);
}

}  // namespace
}  // namespace souple
