// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/geometry/crossing.h
#include "souple/geometry/crossing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random_geometry.h"

namespace souple {
namespace {

MovingPoints random_motion(Rng& rng) {
    MovingPoints points;
    for (int k = 0; k < 4; ++k) {
        points.start[k] = random_point(rng, 1);
        points.motion[k] = random_point(rng, 2);
    }
    return points;
}

/// Two triangles, each corner on a straight way of its own.
struct MovingPair {
    std::array<Vec3, 3> a0, a1, b0, b1;

    explicit MovingPair(Rng& rng) {
        for (auto* corners : {&a0, &a1, &b0, &b1})
            for (Vec3& corner : *corners) corner = random_point(rng, 1);
    }

    static bool are_crossed(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b) {
        for (int k = 0; k < 3; ++k)
            if (pierces(a[k], a[(k + 1) % 3], b) || pierces(b[k], b[(k + 1) % 3], a)) return true;
        return false;
    }

    /// Points against triangles and edges against edges, fifteen in all.
    int event_count() const {
        int count = 0;
        const auto moving = [](std::array<Vec3, 4> from, const std::array<Vec3, 4>& to) {
            MovingPoints points;
            points.start = from;
            for (int k = 0; k < 4; ++k) points.motion[k] = to[k] - from[k];
            return points;
        };
        for (int i = 0; i < 3; ++i) {
            count +=
                point_crosses_triangle(moving({a0[i], b0[0], b0[1], b0[2]}, {a1[i], b1[0], b1[1], b1[2]}))
                    .has_value();
            count +=
                point_crosses_triangle(moving({b0[i], a0[0], a0[1], a0[2]}, {b1[i], a1[0], a1[1], a1[2]}))
                    .has_value();
            for (int j = 0; j < 3; ++j) {
                const int m = (i + 1) % 3, n = (j + 1) % 3;
                count += edge_crosses_edge(moving({a0[i], a0[m], b0[j], b0[n]}, {a1[i], a1[m], b1[j], b1[n]}))
                             .has_value();
            }
        }
        return count;
    }
};

}  // namespace

TEST(Crossing, F3_75_the_volume_of_four_moving_points_is_a_cubic_with_all_its_roots_found) {
    MovingPoints points;
    const std::array<Real, 3> roots{0.2, 0.5, 0.8};
    for (int k = 0; k < 3; ++k) {
        // (s - root) along one axis: the volume is the product of all three
        points.start[k + 1] = -roots[k] * Vec3::Unit(k);
        points.motion[k + 1] = Vec3::Unit(k);
    }
    const CoplanarTimes times = coplanar_times(points);
    ASSERT_EQ(times.count, 3);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(times.s[k], roots[k], 1e-12);
}

TEST(Crossing, F3_75_what_moves_alike_never_meets) {
    MovingPoints points;
    points.start = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.5, 1, -1), Vec3(0.5, 1, 1)};
    points.motion.fill(Vec3(3, -7, 2));
    EXPECT_EQ(coplanar_times(points).count, 0);
}

TEST(Crossing, F3_75_two_edges_meet_where_and_when_their_distance_is_used_up) {
    MovingPoints points;
    points.start = {Vec3(-1, 0, 0), Vec3(3, 0, 0), Vec3(0, 1, -1), Vec3(0, 1, 3)};
    points.motion = {Vec3(0, 0.5, 0), Vec3(0, 0.5, 0), Vec3(0, -1.5, 0), Vec3(0, -1.5, 0)};
    const auto crossing = edge_crosses_edge(points);
    ASSERT_TRUE(crossing);
    EXPECT_NEAR(crossing->s, 0.5, 1e-12);
    EXPECT_LT((crossing->normal - Vec3::UnitY()).norm(), 1e-12);
    const std::array<Real, 4> weights{-0.75, -0.25, 0.75, 0.25};
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(crossing->weights[k], weights[k], 1e-12);
    // beside its end the other one passes freely
    for (int k = 2; k < 4; ++k) points.start[k].x() = 3.01;
    EXPECT_FALSE(edge_crosses_edge(points));
}

TEST(Crossing, F3_75_an_edge_whose_ends_go_opposite_ways_meets_another_at_a_root_of_a_quadratic) {
    // a from (-1, -s, 0) to (1, 2 s, 0), b lies at height 1/4 along z: where a is at x = 1/3
    MovingPoints points;
    points.start = {Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(1.0 / 3, 0.25, -1), Vec3(1.0 / 3, 0.25, 1)};
    points.motion = {Vec3(0, -1, 0), Vec3(0, 2, 0), Vec3::Zero(), Vec3::Zero()};
    const auto crossing = edge_crosses_edge(points);
    ASSERT_TRUE(crossing);
    EXPECT_NEAR(crossing->s, 0.25, 1e-12);  // s (-1/3 + 2 * 2/3) = 1/4
    EXPECT_NEAR(-crossing->weights[1], 2.0 / 3, 1e-12);
}

TEST(Crossing, F3_75_a_point_passes_through_a_triangle_that_comes_towards_it) {
    MovingPoints points;
    points.start = {Vec3(0.25, 1, 0.25), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)};
    points.motion = {Vec3(0, -1, 0), Vec3(0, 3, 0), Vec3(0, 3, 0), Vec3(0, 3, 0)};
    const auto crossing = point_crosses_triangle(points);
    ASSERT_TRUE(crossing);
    EXPECT_NEAR(crossing->s, 0.25, 1e-12);
    EXPECT_LT((crossing->normal + Vec3::UnitY()).norm(), 1e-12);  // from the point to the triangle
    const std::array<Real, 4> weights{-1, 0.5, 0.25, 0.25};
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(crossing->weights[k], weights[k], 1e-12);
    points.start[0] = {0.6, 1, 0.6};
    EXPECT_FALSE(point_crosses_triangle(points));
}

TEST(Crossing, what_ends_in_the_plane_of_a_triangle_has_come_too_near) {
    MovingPoints points;
    points.start = {Vec3(0.25, 1, 0.25), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)};
    points.motion[0] = {0, -1, 0};
    const auto crossing = point_crosses_triangle(points, 1e-6);
    ASSERT_TRUE(crossing);
    EXPECT_EQ(crossing->s, 1);
    EXPECT_LT((crossing->normal + Vec3::UnitY()).norm(), 1e-12);
    points.motion[0] = {0, -1 + 2e-6, 0};
    EXPECT_FALSE(point_crosses_triangle(points, 1e-6));
    // who was there before and does not come nearer may stay
    points.start[0].y() = 1e-7;
    points.motion[0] = {0, 0, 0};
    EXPECT_FALSE(point_crosses_triangle(points, 1e-6));
    // along the plane of both edges the way back is the way it came
    points.start = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.5, 0, 0.5), Vec3(0.5, 0, 1)};
    points.motion.fill(Vec3::Zero());
    points.motion[2] = points.motion[3] = {0, 0, -0.5};
    const auto sliding = edge_crosses_edge(points, 1e-6);
    ASSERT_TRUE(sliding);
    EXPECT_LT((sliding->normal - Vec3::UnitZ()).norm(), 1e-12);
}

TEST(Crossing, where_things_cross_there_is_no_way_between_them) {
    Rng rng{3};
    int found = 0;
    for (int n = 0; n < 4000; ++n) {
        const MovingPoints points = random_motion(rng);
        for (const auto& crossing : {point_crosses_triangle(points), edge_crosses_edge(points)}) {
            if (!crossing) continue;
            ++found;
            std::array<Vec3, 4> places;
            for (int k = 0; k < 4; ++k) places[k] = points.at(k, crossing->s);
            EXPECT_LT(way_between(*crossing, places).norm(), 2e-6);
            EXPECT_GT(crossing->normal.dot(way_between(*crossing, points.start)), -1e-9);
            EXPECT_NEAR(crossing->normal.norm(), 1, 1e-12);
        }
    }
    EXPECT_GT(found, 200);
}

TEST(Crossing, F3_75_triangles_become_crossed_only_by_points_through_triangles_and_edges_through_edges) {
    Rng rng{5};
    int changed = 0;
    for (int n = 0; n < 20000; ++n) {
        const MovingPair pair(rng);
        if (MovingPair::are_crossed(pair.a0, pair.b0) == MovingPair::are_crossed(pair.a1, pair.b1)) continue;
        ++changed;
        EXPECT_GT(pair.event_count(), 0) << n;
    }
    EXPECT_GT(changed, 2000);
}

TEST(Crossing, nearest_places_of_edges_are_those_of_a_fine_search) {
    Rng rng{9};
    for (int n = 0; n < 200; ++n) {
        const Vec3 a0 = random_point(rng, 1), a1 = random_point(rng, 1), b0 = random_point(rng, 1);
        const Vec3 b1 =
            n % 4 ? random_point(rng, 1) : Vec3(b0 + 0.7 * (a1 - a0));  // every fourth is parallel
        const EdgesNear near = nearest_on_edges(a0, a1, b0, b1);
        EXPECT_NEAR((b0 + near.on_b * (b1 - b0) - a0 - near.on_a * (a1 - a0)).norm(), near.distance, 1e-12);
        Real least = 10;
        for (int i = 0; i <= 50; ++i)
            for (int j = 0; j <= 50; ++j)
                least = std::min(least, (b0 + j * 0.02 * (b1 - b0) - a0 - i * 0.02 * (a1 - a0)).norm());
        EXPECT_LE(near.distance, least + 1e-12);
        EXPECT_GE(near.distance, least - 0.06);
    }
}

}  // namespace souple
