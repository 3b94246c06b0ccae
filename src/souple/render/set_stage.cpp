// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/set_stage.h"

#include <algorithm>
#include <cmath>

#include "souple/render/framing.h"

namespace souple {

namespace {

constexpr Real trail_share = 0.0015;  // of the size of the whole motion

Camera follow_wish(const CameraWish& wish, Camera camera) {
    camera.eye = wish.from.value_or(camera.eye);
    camera.target = wish.to.value_or(camera.target);
    camera.up = wish.up.value_or(camera.up);
    camera.field_of_view = wish.field_of_view.value_or(camera.field_of_view);
    return camera;
}

/// [m] from what is looked at to the farthest corner of a box.
Real farthest(const Aabb& box, const Vec3& target) {
    if (box.empty()) return 0;
    return (box.low - target).cwiseAbs().cwiseMax((box.high - target).cwiseAbs()).norm();
}

}  // namespace

FilmStage set_stage(const Film& film, const RenderSettings& settings, std::optional<FrameRange> shown) {
    const Staging& staging = film.staging;
    Framing framing(static_cast<Real>(settings.width) / settings.height,
                    staging.camera.field_of_view.value_or(usual_field_of_view));
    framing.looks = staging.looks;
    FrameRange range = shown.value_or(FrameRange{0, film.frame_count - 1});
    if (staging.trails) range.first = 0;
    for (int i = 0; i < film.frame_count; ++i)
        include(framing, film.frame(i), range.first <= i && i <= range.last);
    FilmStage stage{follow_wish(staging.camera, fitting_camera(framing)), settings, 0};
    RenderSettings& set = stage.settings;
    set.overlays.longest_force = framing.longest_force;
    set.overlays.longest_torque = framing.longest_torque;
    set.looks = staging.looks;
    for (auto& [part, look] : set.looks) {
        const auto found = framing.extremes.find(part);
        if (!look.range && found != framing.extremes.end()) look.range = found->second;
    }
    // a camera that somebody placed sees what it sees
    if (!staging.camera.from && !staging.camera.to)
        for (const std::string& part : parts_in_the_way(framing, stage.camera)) set.looks[part].hidden = true;
    set.to_sun = staging.sun.value_or(set.to_sun);
    set.background = staging.background;
    set.planes = staging.ground.value_or(true);
    set.reach = farthest(framing.whole, stage.camera.target);
    if (staging.ground.value_or(false) && !framing.whole.empty()) set.ground = framing.whole.low.y();
    if (staging.trails && !framing.whole.empty())
        stage.trail_radius = trail_share * framing.whole.size().norm();
    return stage;
}

int still_of(const Film& film) {
    const int last = std::max(0, film.frame_count - 1);
    if (!film.staging.time) return last;
    const Real frame = std::round(*film.staging.time * film.frames_per_second);
    return static_cast<int>(std::clamp<Real>(frame, 0, last));
}

}  // namespace souple
