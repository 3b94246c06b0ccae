// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/render/camera.h
#include "souple/render/camera.h"

#include <gtest/gtest.h>

#include "render/pictured_frames.h"

namespace souple {
namespace {

/// The largest of |x| and |y| over the cloth and the ball's surface: 1 is the border.
struct Reach {
    Real x = 0, y = 0;
};

void grow(Reach& reach, const Camera& camera, Real aspect, const Vec3& point) {
    const PictureSpot spot = project(camera, aspect, point);
    ASSERT_GT(spot.depth, 0);
    reach.x = std::max(reach.x, std::abs(spot.x));
    reach.y = std::max(reach.y, std::abs(spot.y));
}

Reach reach_of(const Frame& frame, const Camera& camera, Real aspect) {
    Reach reach;
    for (const SurfaceView& view : frame.surfaces)
        for (const Vec3& x : view.positions) grow(reach, camera, aspect, x);
    Rng rng{9};
    for (const PointsView& view : frame.points)
        for (std::size_t i = 0; i < view.positions.size(); ++i)
            for (int k = 0; k < 500; ++k) {
                const Vec3 out = Vec3(rng.normal(), rng.normal(), rng.normal()).normalized();
                grow(reach, camera, aspect, view.positions[i] + view.radii[0] * out);
            }
    return reach;
}

TEST(Camera, nothing_is_cut_off_and_the_picture_is_filled) {
    const Frame frame = cloth_frame();
    for (const Real aspect : {16.0 / 9, 1.0, 0.5}) {
        Framing framing(aspect);
        include(framing, frame);
        const Reach reach = reach_of(frame, fitting_camera(framing), aspect);
        EXPECT_LE(std::max(reach.x, reach.y), 0.9) << aspect;
        EXPECT_GE(std::max(reach.x, reach.y), 0.8) << aspect;
    }
}

TEST(Camera, one_camera_holds_a_whole_motion) {
    Frame start = cloth_frame(), end = start;
    for (Vec3& x : end.surfaces[0].positions) x += Vec3(3, 1, -2);
    Framing framing(16.0 / 9);
    include(framing, start);
    include(framing, end);
    const Camera camera = fitting_camera(framing);
    for (const Frame& frame : {start, end}) {
        const Reach reach = reach_of(frame, camera, framing.aspect);
        EXPECT_LE(std::max(reach.x, reach.y), 0.9);
    }
}

TEST(Camera, the_endless_ground_does_not_push_the_camera_back) {
    Frame frame = cloth_frame();
    Framing with(1.5), without(1.5);
    include(with, frame);
    frame.instances.clear();
    include(without, frame);
    EXPECT_EQ(fitting_camera(with).eye, fitting_camera(without).eye);
}

TEST(Camera, a_flat_motion_is_seen_from_its_broad_side) {
    for (const int axis : {0, 2}) {
        Frame frame;
        frame.points.push_back(ball_view(Vec3::Unit(axis), 0.05f, "a"));
        frame.points.push_back(ball_view(-Vec3::Unit(axis), 0.05f, "b"));
        Framing framing(16.0 / 9);
        include(framing, frame);
        const Vec3 forward = axes_of(fitting_camera(framing)).forward;
        EXPECT_LT(std::abs(forward[axis]), 0.3) << axis;
    }
}

TEST(Camera, a_single_dot_or_nothing_at_all_still_gives_a_camera) {
    Frame frame;
    Framing framing(1);
    include(framing, frame);
    EXPECT_TRUE(is_finite(fitting_camera(framing).eye));
    frame.points.push_back(ball_view({1, 2, 3}, 0, "dot"));
    frame.points.push_back(ball_view({NAN, 0, 0}, 0, "lost"));
    include(framing, frame);
    const PictureSpot spot = project(fitting_camera(framing), 1, {1, 2, 3});
    EXPECT_NEAR(spot.x, 0, 1e-12);
    EXPECT_NEAR(spot.y, 0, 1e-12);
    EXPECT_GT(spot.depth, 0.05);
}

}  // namespace
}  // namespace souple
