// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/set_stage.h"

#include <algorithm>
#include <cmath>

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

}  // namespace

FilmStage set_stage(const Film& film, const RenderSettings& settings) {
    const Staging& staging = film.staging;
    Framing framing(static_cast<Real>(settings.width) / settings.height);
    framing.looks = staging.looks;
    for (int i = 0; i < film.frame_count; ++i) include(framing, film.frame(i));
    FilmStage stage{follow_wish(staging.camera, fitting_camera(framing)), settings, 0};
    RenderSettings& set = stage.settings;
    set.overlays.longest_force = framing.longest_force;
    set.overlays.longest_torque = framing.longest_torque;
    set.looks = staging.looks;
    for (auto& [part, look] : set.looks) {
        const auto found = framing.extremes.find(part);
        if (!look.range && found != framing.extremes.end()) look.range = found->second;
    }
    set.to_sun = staging.sun.value_or(set.to_sun);
    set.background = staging.background;
    set.planes = staging.ground.value_or(true);
    if (staging.ground.value_or(false) && framing.low.y() <= framing.high.y()) set.ground = framing.low.y();
    if (staging.trails) stage.trail_radius = trail_share * (framing.high - framing.low).norm();
    return stage;
}

int still_of(const Film& film) {
    const int last = std::max(0, film.frame_count - 1);
    if (!film.staging.time) return last;
    const Real frame = std::round(*film.staging.time * film.frames_per_second);
    return static_cast<int>(std::clamp<Real>(frame, 0, last));
}

}  // namespace souple
