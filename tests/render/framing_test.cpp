// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/render/framing.h
#include "souple/render/framing.h"

#include <gtest/gtest.h>

#include "render/pictured_frames.h"

namespace souple {
namespace {

/// The part of the picture that things span: 1 is from border to border.
struct Span {
    Real left = 1e9, right = -1e9, bottom = 1e9, top = -1e9;  ///< -1 and 1 are the borders

    Real across() const { return (right - left) / 2; }
    Real upwards() const { return (top - bottom) / 2; }
    Real tighter() const { return std::max(across(), upwards()); }
    bool inside() const { return left > -1 && right < 1 && bottom > -1 && top < 1; }
};

void grow(Span& span, const Camera& camera, Real aspect, const Vec3& point) {
    const PictureSpot spot = project(camera, aspect, point);
    ASSERT_GT(spot.depth, 0);
    span.left = std::min(span.left, spot.x);
    span.right = std::max(span.right, spot.x);
    span.bottom = std::min(span.bottom, spot.y);
    span.top = std::max(span.top, spot.y);
}

/// Of all that is neither endless nor called scenery; balls by 500 places on them.
void grow(Span& span, const Camera& camera, Real aspect, const Frame& frame) {
    for (const SurfaceView& view : frame.surfaces)
        for (const Vec3& x : view.positions) grow(span, camera, aspect, x);
    for (const InstancesView& view : frame.instances)
        if (!view.endless && view.head.name != "scenery")
            for (const Pose& pose : view.poses)
                for (const Vec3& x : view.mesh->positions) grow(span, camera, aspect, pose.to_world(x));
    Rng rng{9};
    for (const PointsView& view : frame.points)
        for (const Vec3& centre : view.positions)
            for (int k = 0; k < 500; ++k) {
                const Vec3 out = Vec3(rng.normal(), rng.normal(), rng.normal()).normalized();
                grow(span, camera, aspect, centre + view.radii[0] * out);
            }
}

Span span_of(const std::vector<Frame>& frames, Real aspect, Camera* chosen = nullptr) {
    Framing framing(aspect);
    for (const Frame& frame : frames) include(framing, frame);
    const Camera camera = fitting_camera(framing);
    if (chosen) *chosen = camera;
    Span span;
    for (const Frame& frame : frames) grow(span, camera, aspect, frame);
    return span;
}

constexpr std::array<Real, 3> aspects = {16.0 / 9, 1, 9.0 / 16};

enum class Kind { LonePoint, FewPoints, FlatSheet, Wall, Crowd, TumblingBoxes, ThrownBall };
constexpr int kind_count = 7;

Vec3 random_place(Rng& rng) { return {rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)}; }

/// A motion of three frames, about a metre large.
std::vector<Frame> random_motion(Kind kind, Rng& rng) {
    std::vector<Frame> frames(3);
    PointsView points = ball_view(random_place(rng), static_cast<float>(rng.uniform(0.01, 0.2)), "points");
    if (kind == Kind::FewPoints)
        for (int i = 0; i < 4; ++i) points.positions.push_back(random_place(rng));
    if (kind == Kind::Crowd)
        for (int i = 0; i < 300; ++i)
            points.positions.push_back({rng.uniform(-9, 9), 0.2, rng.uniform(-9, 9)});
    const Vec3 flat = kind == Kind::Wall ? Vec3(1, 1, 0) : Vec3(1, 0, 1);
    SurfaceView sheet{{"sheet", "sheet", {}}, {}, {}};
    for (int i = 0; i < 40; ++i) sheet.positions.push_back(random_place(rng).cwiseProduct(flat));
    InstancesView boxes{{"boxes", "boxes", {}}, box_mesh({0.1, 0.2, 0.3}), {}, false};
    for (int i = 0; i < 6; ++i) boxes.poses.push_back({random_place(rng), Quat::Identity()});
    for (int i = 0; i < 3; ++i) {
        if (kind == Kind::ThrownBall) points.positions[0] += Vec3(0.5, 0.4 - 0.3 * i, 0.1);
        for (Pose& pose : boxes.poses) pose.rotation = Quat(Eigen::AngleAxis<Real>(0.7 * i, Vec3::UnitZ()));
        if (kind == Kind::FlatSheet || kind == Kind::Wall)
            frames[i].surfaces = {sheet};
        else if (kind == Kind::TumblingBoxes)
            frames[i].instances = {boxes};
        else
            frames[i].points = {points};
        frames[i].instances.push_back(ground_view());
    }
    return frames;
}

void scale(Frame& frame, Real factor) {
    const auto grow_all = [factor](std::vector<Vec3>& places) {
        for (Vec3& x : places) x *= factor;
    };
    for (PointsView& view : frame.points) {
        grow_all(view.positions);
        for (float& radius : view.radii) radius *= static_cast<float>(factor);
    }
    for (SurfaceView& view : frame.surfaces) grow_all(view.positions);
    for (InstancesView& view : frame.instances) {
        auto mesh = std::make_shared<SurfaceView>(*view.mesh);
        grow_all(mesh->positions);
        view.mesh = mesh;
        for (Pose& pose : view.poses) pose.position *= factor;
    }
}

TEST(Camera, what_is_shown_spans_two_thirds_of_the_picture_at_every_scale_and_shape_of_picture) {
    Rng rng{13};
    for (int trial = 0; trial < 60; ++trial) {
        const Real factor = std::pow(10, rng.uniform(-3, 3));
        const auto kind = static_cast<Kind>(trial % kind_count);
        std::vector<Frame> frames = random_motion(kind, rng);
        for (Frame& frame : frames) scale(frame, factor);
        for (const Real aspect : aspects) {
            const Span span = span_of(frames, aspect);
            EXPECT_TRUE(span.inside()) << trial << ' ' << factor << ' ' << aspect;
            EXPECT_GT(span.tighter(), 0.64) << trial << ' ' << factor << ' ' << aspect;
            EXPECT_LT(span.tighter(), 0.67) << trial << ' ' << factor << ' ' << aspect;
        }
    }
}

TEST(Camera, what_spans_less_in_one_direction_is_in_the_middle_of_it) {
    const Span span = span_of({cloth_frame()}, 16.0 / 9);
    EXPECT_NEAR(span.left + span.right, 0, 0.02);
    EXPECT_NEAR(span.top + span.bottom, 0, 0.02);
}

/// A ball that falls by a metre within walls, a roof and a floor that are 20 m away and never move.
std::vector<Frame> ball_in_a_room() {
    std::vector<Frame> frames(3);
    InstancesView room{{"scenery", "room", {}}, box_mesh({20, 20, 20}), {Pose{}}, false};
    for (int i = 0; i < 3; ++i) {
        frames[i].points = {ball_view({0, 1 - 0.5 * i, 0}, 0.1f, "ball")};
        frames[i].instances = {room};
    }
    return frames;
}

TEST(Camera, large_things_that_never_move_may_reach_out_of_the_picture) {
    const Span span = span_of(ball_in_a_room(), 1);
    EXPECT_NEAR(span.tighter(), 2.0 / 3, 0.02);
    std::vector<Frame> moving = ball_in_a_room();
    moving[1].instances[0].poses[0].position.x() += 3;
    EXPECT_LT(span_of(moving, 1).tighter(), 0.1) << "what moves is in the picture";
}

std::vector<std::string> in_the_way(const std::vector<Frame>& frames) {
    Framing framing(1);
    for (const Frame& frame : frames) include(framing, frame);
    return parts_in_the_way(framing, fitting_camera(framing));
}

TEST(Camera, walls_between_the_camera_and_what_moves_are_named_and_nothing_else) {
    std::vector<Frame> frames = ball_in_a_room();
    EXPECT_EQ(in_the_way(frames), std::vector<std::string>{}) << "the camera is in the room";
    const auto put = [&](const char* name, const Vec3& half, const Vec3& place) {
        for (Frame& frame : frames)
            frame.instances.push_back({{name, name, {}}, box_mesh(half), {{place, Quat::Identity()}}, false});
    };
    for (Frame& frame : frames) frame.instances = {ground_view()};
    put("front", {2, 2, 0.1}, {0, 0.5, 1});
    put("back", {2, 2, 0.1}, {0, 0.5, -1});
    put("post", {0.02, 2, 0.02}, {0.4, 0.5, 0.6});
    put("table", {0.3, 0.1, 0.3}, {0, 0, 0});
    EXPECT_EQ(in_the_way(frames), std::vector<std::string>{"front"});
}

TEST(Camera, an_endless_wall_that_is_looked_at_from_behind_is_in_the_way) {
    std::vector<Frame> frames = ball_in_a_room();
    for (const bool away : {false, true}) {
        for (Frame& frame : frames) {
            frame.instances = {ground_view()};
            frame.instances[0].head.part = "wall";
            const Vec3 z = Vec3::UnitZ(), normal = away ? Vec3(-z) : z;
            frame.instances[0].poses = {{-0.3 * normal, Quat::FromTwoVectors(Vec3::UnitY(), normal)}};
        }
        EXPECT_EQ(in_the_way(frames).size(), away ? 1u : 0u);
    }
}

TEST(Camera, a_large_sheet_that_waits_for_what_falls_on_it_is_in_the_picture) {
    std::vector<Frame> frames = ball_in_a_room();
    for (Frame& frame : frames) {
        frame.instances.clear();
        frame.surfaces = {{{"sheet", "sheet", {}}, box_mesh({5, 0, 5})->positions, {}}};
    }
    EXPECT_NEAR(span_of(frames, 1).tighter(), 2.0 / 3, 0.02);
}

TEST(Camera, still_things_as_large_as_the_motion_are_in_the_picture) {
    std::vector<Frame> frames = ball_in_a_room();
    for (Frame& frame : frames) frame.instances[0].mesh = box_mesh({0.5, 0.1, 0.5});
    Camera camera;
    span_of(frames, 1, &camera);
    for (const Vec3& x : frames[0].instances[0].mesh->positions) {
        const PictureSpot spot = project(camera, 1, x);
        EXPECT_LT(std::max(std::abs(spot.x), std::abs(spot.y)), 0.68);
    }
}

TEST(Camera, frames_that_are_not_shown_need_not_fit) {
    const std::vector<Frame> frames = ball_in_a_room();
    Framing framing(1);
    for (std::size_t i = 0; i < frames.size(); ++i) include(framing, frames[i], i == 2);
    Span span;
    grow(span, fitting_camera(framing), 1, frames[2]);
    EXPECT_NEAR(span.tighter(), 2.0 / 3, 0.02);
    EXPECT_NEAR(framing.whole.size().y(), 40, 1e-12) << "but they count for the size of everything";
}

TEST(Camera, a_field_of_view_that_is_wished_for_is_filled_as_well) {
    for (const Real angle : {8.0, 75.0}) {
        Framing framing(1, angle);
        include(framing, cloth_frame());
        const Camera camera = fitting_camera(framing);
        EXPECT_EQ(camera.field_of_view, angle);
        Span span;
        grow(span, camera, 1, cloth_frame());
        EXPECT_NEAR(span.tighter(), 2.0 / 3, 0.02) << angle;
    }
}

TEST(Camera, what_lies_flat_on_the_ground_is_seen_from_higher_above) {
    Rng rng{4};
    Camera flat, tall;
    span_of(random_motion(Kind::Crowd, rng), 1, &flat);
    span_of(random_motion(Kind::FewPoints, rng), 1, &tall);
    EXPECT_LT(axes_of(flat).forward.y(), axes_of(tall).forward.y() - 0.2);
}

TEST(Camera, one_camera_holds_a_whole_motion) {
    Frame start = cloth_frame(), end = start;
    for (Vec3& x : end.surfaces[0].positions) x += Vec3(3, 1, -2);
    const Span span = span_of({start, end}, 16.0 / 9);
    EXPECT_TRUE(span.inside());
    EXPECT_NEAR(span.tighter(), 2.0 / 3, 0.02);
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
