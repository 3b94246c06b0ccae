// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/render/render_frame.h
#include "souple/render/render_frame.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "render/pictured_frames.h"
#include "souple/core/errors.h"
#include "souple/core/parallel.h"
#include "souple/render/framing.h"
#include "souple/render/picture_difference.h"

namespace souple {
namespace {

/// Nearer than the automatic camera: things fill 0.88 of the stored pictures.
Camera camera_for(const Frame& frame, Real aspect) {
    constexpr Real degree = std::numbers::pi / 180;
    Framing framing(aspect, 2 * std::atan(0.88 / (2.0 / 3) * std::tan(15 * degree)) / degree);
    include(framing, frame);
    Camera camera = fitting_camera(framing);
    camera.field_of_view = 30;
    return camera;
}

RenderSettings small_picture() {
    RenderSettings settings;
    settings.width = 160;
    settings.height = 90;
    settings.samples = 16;
    return settings;
}

Picture picture_of(const Frame& frame, const RenderSettings& settings) {
    return render_frame(frame, camera_for(frame, 16.0 / 9), settings);
}

/// Compares with the stored picture, or stores it when SOUPLE_WRITE_REFERENCES is set.
void expect_like_reference(const char* name, const Picture& picture, const Picture& other_light) {
    const std::string path = std::string(SOUPLE_SOURCE_DIR) + "/tests/render/reference/" + name;
    if (std::getenv("SOUPLE_WRITE_REFERENCES")) write_picture(path, picture);
    const Picture reference = read_png(path);
    const PictureDifference same = picture_difference(picture, reference);
    EXPECT_LT(same.mean, 0.004);
    EXPECT_LT(same.largest, 0.06);
    // the bars must be able to fail: a sun from the other side does not pass
    const PictureDifference moved = picture_difference(other_light, reference);
    EXPECT_GT(moved.mean, 0.008);
    EXPECT_GT(moved.largest, 0.12);
}

void compare(const char* name, const Frame& frame, RenderSettings settings) {
    const Picture picture = picture_of(frame, settings);
    settings.to_sun.x() *= -1;
    expect_like_reference(name, picture, picture_of(frame, settings));
}

TEST(RenderFrame, a_draped_cloth_looks_like_its_stored_picture) {
    compare("cloth.png", cloth_frame(), small_picture());
}

TEST(RenderFrame, a_head_of_hair_looks_like_its_stored_picture) {
    compare("hair.png", hair_frame(600), small_picture());
}

TEST(RenderFrame, F0_43_F2_55_everything_with_overlays_looks_like_its_stored_picture) {
    RenderSettings settings = small_picture();
    settings.overlays.wireframe = settings.overlays.forces = settings.overlays.torques = true;
    settings.overlays.contacts = settings.overlays.level = true;
    compare("everything.png", everything_frame(), settings);
}

TEST(RenderFrame, pixels_are_the_same_bits_on_any_number_of_threads) {
    RenderSettings settings = small_picture();
    settings.samples = 4;
    Frame frame = hair_frame(300);
    frame.surfaces.push_back(draped_cloth(12));
    std::vector<Picture> pictures;
    for (const int threads : {1, 2, 8}) {
        const ThreadLimit limit(threads);
        pictures.push_back(picture_of(frame, settings));
    }
    EXPECT_EQ(pictures[0].rgb, pictures[1].rgb);
    EXPECT_EQ(pictures[0].rgb, pictures[2].rgb);
}

Real mean_light(const Picture& picture, int x0, int x1, int y0, int y1) {
    Real sum = 0;
    for (int y = y0; y < y1; ++y)
        for (int x = x0; x < x1; ++x) sum += picture.pixel(x, y)[1];
    return sum / ((x1 - x0) * (y1 - y0));
}

TEST(RenderFrame, a_shadow_falls_away_from_the_sun) {
    // seen from above: the ball in the middle, the sun on the left
    Frame frame;
    frame.points.push_back(ball_view({0, 0.3, 0}, 0.1f, "ball"));
    frame.instances.push_back(ground_view());
    const Camera above{.eye = {0, 3, 0}, .target = {0, 0, 0}, .up = -Vec3::UnitZ(), .field_of_view = 25};
    RenderSettings settings;
    settings.width = settings.height = 60;
    settings.to_sun = {-1, 1, 0};
    const Picture picture = render_frame(frame, above, settings);
    const int reach = static_cast<int>(30 * 0.3 / (3 * std::tan(12.5 * std::numbers::pi / 180)));
    const Real right = mean_light(picture, 28 + reach, 32 + reach, 28, 32);
    const Real left = mean_light(picture, 28 - reach, 32 - reach, 28, 32);
    EXPECT_LT(right, 0.5 * left);
    EXPECT_GT(right, 0.03) << "the sky lights the shadow";
}

TEST(RenderFrame, an_edge_of_the_sun_makes_shadows_soft) {
    Frame frame;
    frame.points.push_back(ball_view({0, 1.2, 0}, 0.1f, "ball"));
    frame.instances.push_back(ground_view());
    const Camera above{.eye = {2, 2, 0}, .target = {0, 0, 0}, .up = Vec3::UnitY(), .field_of_view = 20};
    RenderSettings settings;
    settings.width = settings.height = 48;
    settings.samples = 25;
    settings.to_sun = Vec3::UnitY();
    settings.sun_size = 0.05;
    const Real sharp = mean_light(render_frame(frame, above, settings), 22, 26, 22, 26);
    settings.sun_size = 25;
    const Real soft = mean_light(render_frame(frame, above, settings), 22, 26, 22, 26);
    EXPECT_GT(soft, 1.3 * sharp);
}

TEST(RenderFrame, every_kind_of_structure_shows_where_it_is) {
    const auto differs = [](const Frame& frame) {
        const Camera camera{
            .eye = {0, 0, 4}, .target = Vec3::Zero(), .up = Vec3::UnitY(), .field_of_view = 30};
        RenderSettings settings;
        settings.width = settings.height = 32;
        settings.samples = 4;
        const Picture with = render_frame(frame, camera, settings),
                      without = render_frame({}, camera, settings);
        return picture_difference(with, without).largest;
    };
    Frame all = everything_frame(), one;
    one.points = {ball_view({0, 0, 0}, 0.3f, "ball")};
    EXPECT_GT(differs(one), 0.1);
    one = {};
    one.points = {ball_view({0, 0, 0}, 0, "dot")};
    EXPECT_GT(differs(one), 0.005) << "a point without a size is drawn as a dot";
    one = {};
    one.discs = all.discs;
    for (Vec3& x : one.discs[0].positions) x += Vec3(0.8, -0.45, 0);
    EXPECT_GT(differs(one), 0.02);
    one.discs[0].positions.resize(3);
    one.discs[0].normals.resize(3);
    one.discs[0].radii = {1e-6f};
    one.discs[0].head.quantities.clear();
    EXPECT_GT(differs(one), 0.002) << "a few discs are found however small they are";
    one = {};
    one.curves = all.curves;
    EXPECT_GT(differs(one), 0.02);
    one = {};
    one.instances = {all.instances[0]};
    EXPECT_GT(differs(one), 0.02);
    one.instances[0].poses.resize(1);
    EXPECT_GT(differs(one), 0.02);
    one = {};
    one.surfaces = {draped_cloth(8)};
    EXPECT_GT(differs(one), 0.02);
    EXPECT_EQ(differs({}), 0);
}

TEST(RenderFrame, the_two_sides_of_a_cloth_have_different_colours) {
    Frame frame;
    SurfaceView sheet;
    sheet.head = {.name = "cloth", .part = "cloth", .quantities = {}};
    sheet.positions = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    sheet.triangles = {{0, 1, 2}, {0, 2, 3}};
    frame.surfaces = {sheet};
    RenderSettings settings;
    settings.width = settings.height = 8;
    settings.to_sun = Vec3::UnitY();
    Camera camera{.eye = {0, 0, 4}, .target = Vec3::Zero(), .up = Vec3::UnitY(), .field_of_view = 10};
    const Picture front = render_frame(frame, camera, settings);
    camera.eye.z() = -4;
    const Picture back = render_frame(frame, camera, settings);
    EXPECT_GT(picture_difference(front, back).mean, 0.1);
}

TEST(RenderFrame, levels_of_instances_colour_whole_copies) {
    Frame frame;
    InstancesView boxes;
    boxes.head = {.name = "boxes", .part = "boxes", .quantities = {}};
    boxes.mesh = box_mesh({0.3, 0.3, 0.3});
    boxes.poses = {{{-0.5, 0, 0}, Quat::Identity()}, {{0.5, 0, 0}, Quat::Identity()}};
    boxes.head.quantities = {{"level", "", QuantityKind::Scalar, QuantityPlace::Nodes, {0, 5}}};
    frame.instances = {boxes};
    RenderSettings settings;
    settings.width = 32;
    settings.height = 16;
    settings.overlays.level = true;
    const Camera camera{.eye = {0, 0, 4}, .target = Vec3::Zero(), .up = Vec3::UnitY(), .field_of_view = 20};
    const Picture picture = render_frame(frame, camera, settings);
    const float *left = picture.pixel(10, 8), *right = picture.pixel(21, 8);
    EXPECT_GT(left[2], 2 * left[0]) << "level 0 is blue";
    EXPECT_GT(right[0], 2 * right[2]) << "level 5 is red";
}

TEST(RenderFrame, settings_out_of_range_are_refused) {
    RenderSettings settings = small_picture();
    settings.samples = 0;
    EXPECT_THROW(render_frame({}, {}, settings), InputError);
    settings = small_picture();
    settings.width = 0;
    EXPECT_THROW(render_frame({}, {}, settings), InputError);
    Camera camera;
    camera.eye = camera.target;
    EXPECT_THROW(render_frame({}, camera, small_picture()), InputError);
    settings = small_picture();
    settings.to_sun.setZero();
    EXPECT_THROW(render_frame({}, {}, settings), InputError);
}

/// How much brighter the brightest place of a row of pixels is than its darkest.
Real contrast_of_row(const Picture& picture, int y) {
    Real least = 1e9, most = 0;
    for (int x = 0; x < picture.width; ++x) {
        least = std::min<Real>(least, picture.pixel(x, y)[1]);
        most = std::max<Real>(most, picture.pixel(x, y)[1]);
    }
    return most - least;
}

TEST(RenderFrame, the_ground_is_under_everything_however_large_far_from_the_origin_or_small_it_is) {
    Frame frame;
    frame.instances.push_back(ground_view());
    RenderSettings settings;
    settings.width = settings.height = 32;
    settings.background = Vec3(1, 0, 0);
    for (const Real size : {1e-3, 1.0, 1e3})
        for (const Real far : {0.0, 3e4}) {
            const Vec3 target(far, 0, -far);
            const Camera camera{.eye = target + size * Vec3(0, 2, 3),
                                .target = target,
                                .up = Vec3::UnitY(),
                                .field_of_view = 30};
            const Picture picture = render_frame(frame, camera, settings);
            for (int y = 0; y < 32; ++y)
                for (int x = 0; x < 32; ++x) {
                    const float* pixel = picture.pixel(x, y);
                    ASSERT_LT(pixel[0], 2 * pixel[1])
                        << "a hole at " << x << ' ' << y << ", " << size << " m";
                }
            // no specks either: single precision is fine enough for its own shadow
            EXPECT_LT(contrast_of_row(picture, 16), 0.2) << size << ' ' << far;
        }
}

TEST(RenderFrame, the_ground_dissolves_behind_everything_not_under_it) {
    Frame frame;
    frame.instances.push_back(ground_view());
    RenderSettings settings;
    settings.width = settings.height = 32;
    settings.background = Vec3(1, 0, 0);
    // looked at is what is near, but something stands 5 times as far behind it as the camera before it
    const Camera camera{.eye = {0, 1, 3}, .target = {0, 0, 0}, .up = Vec3::UnitY(), .field_of_view = 40};
    const auto redness = [&](Real reach) {
        settings.reach = reach;
        const Picture picture = render_frame(frame, camera, settings);
        const PictureSpot far = project(camera, 1, {0, 0, -15});
        const float* pixel = picture.pixel(16, static_cast<int>(16 - 16 * far.y));
        return pixel[0] / pixel[1];
    };
    EXPECT_GT(redness(1), 3);
    EXPECT_LT(redness(15), 2);
}

TEST(RenderFrame, squares_of_the_ground_are_squares_on_walls_too) {
    Frame frame;
    frame.instances.push_back(ground_view());
    frame.instances[0].poses[0].rotation = Quat::FromTwoVectors(Vec3::UnitY(), Vec3::UnitZ());
    RenderSettings settings;
    settings.width = settings.height = 64;
    settings.to_sun = Vec3::UnitZ();
    const Camera camera{.eye = {0, 0, 4}, .target = Vec3::Zero(), .up = Vec3::UnitY(), .field_of_view = 60};
    const Picture picture = render_frame(frame, camera, settings);
    const auto stripes = [&](int dx, int dy) {
        int changes = 0;
        for (int i = 1; i < 60; ++i) {
            const Real a = picture.pixel(2 + dx * i, 2 + dy * i)[1],
                       b = picture.pixel(2 + dx * (i + 1), 2 + dy * (i + 1))[1];
            changes += std::abs(a - b) > 0.01;
        }
        return changes;
    };
    EXPECT_GT(stripes(1, 0), 2);
    EXPECT_GT(stripes(0, 1), 2);
}

}  // namespace
}  // namespace souple
