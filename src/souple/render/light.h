// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Sun, sky and backdrop, and what they make of the place a ray meets.
#pragma once

#include "souple/render/pixel_samples.h"
#include "souple/render/traced_scene.h"

namespace souple {

/// Light that does not change within a picture.
struct Lights {
    Vec3f to_sun = Vec3f::UnitY();  ///< unit
    float sun_radius = 0.04f;       ///< tangent of half its angle
    float view_distance = 1;        ///< from the eye to what it looks at
    float fade_start = 1;           ///< from what it looks at to where grounds begin to dissolve
    float pixel_angle = 1e-3f;      ///< that a pixel covers, as a tangent
    bool wireframe = false;
    std::optional<Vec3f> background;  ///< instead of a sky
};

/// Grounds are gone at so many times the distance at which they begin to dissolve into the backdrop.
constexpr Real ground_fade_width = 5;

/// [m] from what the camera looks at; beyond all that stands on the ground, within what single precision
/// draws.
Real ground_fade_start(const Camera& camera, Real reach);

Lights lights_of(const Camera& camera, const RenderSettings& settings);

/// Behind everything: `height` is 0 at the bottom of the picture and 1 at its top.
Vec3f backdrop(const Lights& lights, float height);

/// Where a ray needs chance: a spot on the sun and one in the sky.
struct Chances {
    std::array<float, 2> sun{}, sky{};
};

/// Light that comes back from a meeting along the ray.
Vec3f light_from(const TracedMeeting& meeting, const Ray& ray, const TracedScene& scene, const Lights& lights,
                 const Chances& chances);

/// How far the ground has dissolved into the backdrop, 0 to 1.
float ground_fade(const TracedMeeting& meeting, const Lights& lights);

}  // namespace souple
