// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/render/trails.h
#include "souple/render/trails.h"

#include <gtest/gtest.h>

#include "souple/render/set_stage.h"

namespace souple {

namespace {

/// A ball that goes one metre to the right in each frame beside one that stays, and a body that falls.
Frame moving_frame(int index) {
    Frame frame;
    frame.points.push_back({{"dots", "part", {}}, {Vec3(index, 0, 0), Vec3(0, 1, 0)}, {0.001f}});
    const auto mesh = std::make_shared<SurfaceView>();
    mesh->positions = {{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh->triangles = {{0, 1, 2}};
    frame.instances.push_back({{"body", "body", {}}, mesh, {{Vec3(0, -index, 0), Quat::Identity()}}, false});
    frame.instances.push_back({{"floor", "floor", {}}, mesh, {Pose{}}, true});
    return frame;
}

Film moving_film(int count) { return {"moving", count, 10, moving_frame, {}}; }

Trails trails_to(int last) {
    Trails trails{.radius = 0.01};
    for (int i = 0; i <= last; ++i) follow(moving_frame(i), trails);
    return trails;
}

}  // namespace

TEST(Trails, a_curve_goes_where_the_ball_went_and_ends_at_it) {
    const Frame frame = with_trails(moving_frame(3), trails_to(3));
    ASSERT_EQ(frame.curves.size(), 2u) << "one for the balls, one for the body, none for the floor";
    const CurvesView& curves = frame.curves[0];
    EXPECT_EQ(curves.head.part, "part") << "so that what its part looks like goes for it too";
    EXPECT_EQ(curves.first, (std::vector<int>{0, 4})) << "nothing for the ball that stays";
    for (int i = 0; i <= 3; ++i) EXPECT_EQ(curves.positions[i], Vec3(i, 0, 0));
    EXPECT_EQ(frame.curves[1].positions.back(), Vec3(0, -3, 0));
}

TEST(Trails, small_points_are_drawn_large_enough_to_be_seen) {
    EXPECT_FLOAT_EQ(with_trails(moving_frame(1), trails_to(1)).points[0].radii[0], 0.07f);
    Trails thin = trails_to(1);
    thin.radius = 1e-6;
    EXPECT_FLOAT_EQ(with_trails(moving_frame(1), thin).points[0].radii[0], 0.001f);
}

TEST(Trails, they_are_as_thin_as_the_whole_motion_is_long_when_a_film_wants_them) {
    Film film = moving_film(11);
    EXPECT_EQ(set_stage(film, {}).trail_radius, 0);
    film.staging.trails = true;
    const Real radius = set_stage(film, {}).trail_radius;
    film = moving_film(101);
    film.staging.trails = true;
    EXPECT_GT(radius, 0);
    EXPECT_NEAR(set_stage(film, {}).trail_radius / radius, 10, 2);
}

}  // namespace souple
