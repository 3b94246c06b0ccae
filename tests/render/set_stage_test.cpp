// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/render/set_stage.h and dress_frame.h
#include "souple/render/set_stage.h"

#include <gtest/gtest.h>

#include "render/pictured_frames.h"
#include "souple/render/dress_frame.h"
#include "souple/render/picture_difference.h"
#include "souple/view/palette.h"

namespace souple {
namespace {

Film film_of(const Frame& frame, int count = 1) {
    Film film;
    film.frame_count = count;
    film.frame = [frame](int index) {
        Frame moved = frame;
        for (PointsView& view : moved.points)
            for (Vec3& x : view.positions) x.x() += index;
        return moved;
    };
    return film;
}

Frame ball_frame() {
    Frame frame;
    frame.points = {ball_view({0, 0.5, 0}, 0.2f, "ball")};
    return frame;
}

RenderSettings tiny() {
    RenderSettings settings;
    settings.width = settings.height = 24;
    settings.samples = 8;
    return settings;
}

Picture first_picture(const Film& film) {
    const FilmStage stage = set_stage(film, tiny());
    return render_frame(film.frame(0), stage.camera, stage.settings);
}

/// Red, green, blue in the middle of a picture of a ball that fills it.
Vec3 middle_colour(const Look& look) {
    Film film = film_of(ball_frame());
    film.staging.looks["ball"] = look;
    film.staging.camera = {Vec3(0, 0.5, 2), Vec3(0, 0.5, 0), {}, 8.0};
    film.staging.sun = Vec3::UnitX();  // shaded in the middle: no highlight
    const Picture picture = first_picture(film);
    const float* pixel = picture.pixel(10, 12);
    return {pixel[0], pixel[1], pixel[2]};
}

}  // namespace

TEST(SetStage, the_camera_of_the_scene_wins_over_the_automatic_one_and_the_rest_is_chosen) {
    Film film = film_of(ball_frame());
    film.staging.camera.field_of_view = 12;
    const Camera automatic = set_stage(film, tiny()).camera;
    film.staging.camera.from = Vec3(0, 9, 0.1);
    const Camera camera = set_stage(film, tiny()).camera;
    EXPECT_EQ(camera.eye, Vec3(0, 9, 0.1));
    EXPECT_EQ(camera.field_of_view, 12);
    EXPECT_EQ(camera.target, automatic.target);
    EXPECT_EQ(camera.up, automatic.up);
    film.staging.camera.to = Vec3(1, 1, 1);
    film.staging.camera.up = Vec3::UnitZ();
    EXPECT_EQ(set_stage(film, tiny()).camera.target, Vec3(1, 1, 1));
    EXPECT_EQ(set_stage(film, tiny()).camera.up, Vec3::UnitZ());
}

TEST(SetStage, a_part_has_the_colour_its_look_says) {
    const Vec3 red = middle_colour({.colour = Vec3(1, 0, 0)}),
               blue = middle_colour({.colour = Vec3(0, 0, 1)});
    EXPECT_GT(red.x(), 4 * red.z());
    EXPECT_GT(blue.z(), 4 * blue.x());
}

TEST(SetStage, rough_things_have_wide_and_faint_highlights) {
    const Material smooth = material_of("a", Finish::Ball, {.roughness = 0.1});
    const Material rough = material_of("a", Finish::Ball, {.roughness = 0.9});
    EXPECT_GT(smooth.sharpness, 20 * rough.sharpness);
    EXPECT_GT(smooth.gloss, 20 * rough.gloss);
    EXPECT_EQ(smooth.front, material_of("a", Finish::Ball).front);
}

TEST(SetStage, the_colour_that_a_look_says_wins_over_the_one_that_a_structure_brings_along) {
    Frame frame = ball_frame();
    frame.points[0].head.quantities = {{"colour", "", QuantityKind::Colour, QuantityPlace::Nodes, {0, 1, 0}}};
    Film film = film_of(frame);
    film.staging.camera = {Vec3(0, 0.5, 2), Vec3(0, 0.5, 0), {}, 8.0};
    const Picture green = first_picture(film);
    film.staging.looks["ball"].colour = Vec3(1, 0, 0);
    const Picture red = first_picture(film);
    EXPECT_GT(green.pixel(12, 12)[1], 2 * green.pixel(12, 12)[0]);
    EXPECT_GT(red.pixel(12, 12)[0], 2 * red.pixel(12, 12)[1]);
}

TEST(SetStage, the_camera_is_placed_for_the_frames_that_are_shown) {
    const Film film = film_of(ball_frame(), 5);  // it moves by 1 m from frame to frame
    const FilmStage whole = set_stage(film, tiny()), still = set_stage(film, tiny(), FrameRange{3, 3});
    EXPECT_NEAR(whole.camera.target.x(), 2, 0.1);
    EXPECT_NEAR(still.camera.target.x(), 3, 0.1);
    const Real far = (whole.camera.eye - whole.camera.target).norm();
    EXPECT_LT((still.camera.eye - still.camera.target).norm(), far / 3);
    const auto distance = [&](const Vec3& corner) { return (corner - whole.camera.target).norm(); };
    EXPECT_NEAR(whole.settings.reach, std::max(distance({4.2, 0.7, 0.2}), distance({-0.2, 0.3, -0.2})), 0.05);
    Film paths = film;
    paths.staging.trails = true;
    const Camera trailed = set_stage(paths, tiny(), FrameRange{3, 3}).camera;
    EXPECT_NEAR(trailed.target.x(), 1.5, 0.1) << "the path up to the frame is shown";
}

TEST(SetStage, a_wall_in_the_way_is_not_drawn_unless_somebody_placed_the_camera) {
    Frame frame = ball_frame();
    frame.instances.push_back(
        {{"wall", "wall", {}}, box_mesh({9, 9, 0.1}), {{Vec3(0, 0.5, 0.7), Quat::Identity()}}, false});
    Film film = film_of(frame, 3);
    EXPECT_TRUE(set_stage(film, tiny()).settings.looks["wall"].hidden);
    film.staging.camera.from = Vec3(0, 1, 5);
    EXPECT_FALSE(set_stage(film, tiny()).settings.looks["wall"].hidden);
}

TEST(SetStage, what_is_hidden_is_neither_drawn_nor_framed) {
    Frame frame = ball_frame();
    frame.points.push_back(ball_view({90, 0, 0}, 1, "far"));
    Film film = film_of(frame);
    film.staging.looks["far"].hidden = true;
    const Camera alone = set_stage(film_of(ball_frame()), tiny()).camera;
    EXPECT_LT((set_stage(film, tiny()).camera.eye - alone.eye).norm(), 1e-12);
    film.staging.looks["ball"].hidden = true;
    film.staging.camera = {alone.eye, alone.target, {}, {}};
    EXPECT_EQ(first_picture(film).rgb, render_frame({}, alone, tiny()).rgb);
}

TEST(SetStage, ground_is_put_under_the_motion_when_asked_for_and_planes_go_when_not_wanted) {
    Film film = film_of(ball_frame());
    EXPECT_FALSE(set_stage(film, tiny()).settings.ground);
    film.staging.ground = true;
    const RenderSettings with = set_stage(film, tiny()).settings;
    EXPECT_NEAR(with.ground.value(), 0.3, 1e-6);
    EXPECT_EQ(dressed(ball_frame(), with)->instances.size(), 1u);
    Frame grounded = ball_frame();
    grounded.instances = {ground_view()};
    EXPECT_FALSE(dressed(grounded, with)) << "it has a plane already";
    film.staging.ground = false;
    const RenderSettings without = set_stage(film, tiny()).settings;
    EXPECT_TRUE(dressed(grounded, without)->instances.empty());
}

TEST(SetStage, the_background_is_the_colour_that_was_asked_for) {
    Film film = film_of(ball_frame());
    film.staging.background = Vec3(0.2, 0.6, 0.95);
    const Picture picture = first_picture(film);
    for (int k = 0; k < 3; ++k)
        EXPECT_NEAR(tone_mapped(picture.pixel(0, 0)[k]), (*film.staging.background)[k], 0.01);
}

TEST(SetStage, the_sun_stands_where_the_scene_says) {
    Film film = film_of(ball_frame());
    const Picture usual = first_picture(film);
    film.staging.sun = Vec3(1, 0.2, 0);
    EXPECT_GT(picture_difference(usual, first_picture(film)).largest, 0.05);
}

TEST(SetStage, a_shown_quantity_goes_from_blue_to_red_over_the_whole_film) {
    Frame frame = ball_frame();
    frame.points[0].head.quantities = {{"speed", "m/s", QuantityKind::Scalar, QuantityPlace::Nodes, {2}}};
    Film film = film_of(frame, 3);
    film.frame = [frame](int index) {
        Frame later = frame;
        later.points[0].head.quantities[0].values = {static_cast<float>(2 + 3 * index)};
        return later;
    };
    film.staging.looks["ball"].show = "speed";
    const FilmStage stage = set_stage(film, tiny());
    EXPECT_EQ(stage.settings.looks.at("ball").range, (std::array<Real, 2>{2, 8}));
    const Picture slow = render_frame(film.frame(0), stage.camera, stage.settings);
    const Picture fast = render_frame(film.frame(2), stage.camera, stage.settings);
    EXPECT_GT(slow.pixel(12, 12)[2], 2 * slow.pixel(12, 12)[0]);
    EXPECT_GT(fast.pixel(12, 12)[0], 2 * fast.pixel(12, 12)[2]);
    film.staging.looks["ball"].range = {0, 100};
    EXPECT_EQ(set_stage(film, tiny()).settings.looks.at("ball").range, (std::array<Real, 2>{0, 100}));
}

TEST(SetStage, a_still_shows_the_moment_that_the_scene_names_or_the_last) {
    Film film = film_of(ball_frame(), 61);
    film.frames_per_second = 30;
    EXPECT_EQ(still_of(film), 60);
    film.staging.time = 0.5;
    EXPECT_EQ(still_of(film), 15);
    film.staging.time = 99;
    EXPECT_EQ(still_of(film), 60);
}

}  // namespace souple
