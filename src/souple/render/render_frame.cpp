// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/render_frame.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "souple/core/errors.h"
#include "souple/core/parallel.h"
#include "souple/render/dress_frame.h"
#include "souple/render/light.h"

namespace souple {

namespace {

constexpr int tile = 16;  // [pixels] on a side

/// All that the pixels of one picture share.
struct View {
    const TracedScene& scene;
    const TracedGlyphs& glyphs;
    Lights lights;
    Vec3f eye, forward, right, up;  ///< right and up reach from the middle to the border of the picture
    const RenderSettings& settings;
};

Vec3f scene_light(const View& view, const Ray& ray, float height, const Chances& chances, float& distance) {
    const std::optional<TracedMeeting> meeting = view.scene.first_meeting(ray);
    if (!meeting) return backdrop(view.lights, height);
    distance = meeting->distance;
    const float fade = meeting->finish == Finish::Ground ? ground_fade(*meeting, view.lights) : 0;
    if (fade >= 1) return backdrop(view.lights, height);
    const Vec3f light = light_from(*meeting, ray, view.scene, view.lights, chances);
    return fade > 0 ? Vec3f(light + fade * (backdrop(view.lights, height) - light)) : light;
}

/// Light along one ray; x and y are 0 to 1 over the picture, from its lower left corner.
Vec3f sample(const View& view, float x, float y, const Chances& chances) {
    Ray ray{view.eye, view.forward + (2 * x - 1) * view.right + (2 * y - 1) * view.up};
    ray.direction.normalize();
    float distance = std::numeric_limits<float>::infinity();
    const Vec3f light = scene_light(view, ray, y, chances, distance);
    const std::optional<TracedGlyphs::Seen> glyph = view.glyphs.first_seen(ray);
    if (!glyph) return light;
    // what is behind shows through, faintly; on a surface an arrow starts half inside
    const float strength =
        glyph->distance < distance + 0.01f * view.lights.view_distance ? 1.0f : glyph->through;
    return light + strength * (glyph->colour - light);
}

void render_pixel(const View& view, int x, int y, PixelSamples& samples, float* out) {
    const int count = view.settings.samples;
    const float width = static_cast<float>(view.settings.width);
    const float height = static_cast<float>(view.settings.height);
    samples.start(x, y);
    Vec3f sum = Vec3f::Zero();
    for (int i = 0; i < count; ++i) {
        const auto [dx, dy] = samples.at(Choice::Pixel, i);
        const Chances chances{samples.at(Choice::Sun, i), samples.at(Choice::Sky, i)};
        const Vec3f light = sample(view, (static_cast<float>(x) + dx) / width,
                                   1 - (static_cast<float>(y) + dy) / height, chances);
        // one glaring sample would leave a speck however many there are
        sum += light.cwiseMin(2.0f);
    }
    for (int k = 0; k < 3; ++k) out[k] = sum[k] / static_cast<float>(count);
}

void check(const Camera& camera, const RenderSettings& settings) {
    if (settings.samples < 1 || settings.samples > 4096)
        throw InputError(fmt::format("{} samples for each pixel; it may be 1 to 4096", settings.samples));
    if (!(camera.field_of_view >= 1 && camera.field_of_view <= 150))
        throw InputError(
            fmt::format("a field of view of {} degrees; it may be 1 to 150", camera.field_of_view));
    const Vec3 along = camera.target - camera.eye;
    if (!is_finite(along) || !(along.cross(camera.up).norm() > 1e-9 * along.norm() * camera.up.norm()))
        throw InputError("the camera needs a target away from its eye, and an up that is not along its view");
    if (!is_finite(settings.to_sun) || settings.to_sun.isZero(0))
        throw InputError("the direction to the sun must not be zero");
}

}  // namespace

Picture render_frame(const Frame& whole, const Camera& camera, const RenderSettings& settings) {
    check(camera, settings);
    const std::optional<Frame> changed = dressed(whole, settings);
    const Frame& frame = changed ? *changed : whole;
    Picture picture = make_picture(settings.width, settings.height);
    const TracedScene scene(frame, camera, settings);
    const TracedGlyphs glyphs(frame, camera, settings);
    const CameraAxes axes = axes_of(camera);
    const Real half = std::tan(camera.field_of_view * std::numbers::pi / 360);
    const Real aspect = static_cast<Real>(settings.width) / settings.height;
    const Vec3 eye = camera.eye - camera.target, right = half * aspect * axes.right, up = half * axes.up;
    const View view{scene,
                    glyphs,
                    lights_of(camera, settings),
                    eye.cast<float>(),
                    axes.forward.cast<float>(),
                    right.cast<float>(),
                    up.cast<float>(),
                    settings};
    const int columns = (settings.width + tile - 1) / tile, rows = (settings.height + tile - 1) / tile;
    const auto render_tile = [&](int t) {
        PixelSamples samples(settings.samples);
        const int x0 = t % columns * tile, y0 = t / columns * tile;
        for (int y = y0; y < std::min(y0 + tile, settings.height); ++y)
            for (int x = x0; x < std::min(x0 + tile, settings.width); ++x)
                render_pixel(view, x, y, samples, picture.pixel(x, y));
    };
    parallel_for(columns * rows, render_tile, 2);
    return picture;
}

}  // namespace souple
