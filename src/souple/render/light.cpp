// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/light.h"

#include <cmath>
#include <numbers>

#include "souple/render/hair_shading.h"
#include "souple/render/picture.h"

namespace souple {

namespace {

const Vec3f sun_colour(0.98f, 0.91f, 0.80f), zenith(0.30f, 0.38f, 0.52f), horizon(0.42f, 0.42f, 0.42f);
const Vec3f bounced(0.085f, 0.08f, 0.075f);  // what comes from things nearby instead of the sky
const Vec3f wire_colour(0.02f, 0.02f, 0.03f);

float smooth_step(float low, float high, float x) {
    const float t = std::clamp((x - low) / (high - low), 0.0f, 1.0f);
    return t * t * (3 - 2 * t);
}

/// Two unit vectors across a third.
std::array<Vec3f, 2> across_axes(const Vec3f& axis) {
    const Vec3f other = std::abs(axis.y()) < 0.9f ? Vec3f(Vec3f::UnitY()) : Vec3f(Vec3f::UnitX());
    const Vec3f side = axis.cross(other).normalized();
    return {side, side.cross(axis)};
}

/// A spot of the unit disc, evenly.
std::array<float, 2> on_disc(const std::array<float, 2>& chance) {
    const float radius = std::sqrt(chance[0]), angle = 2 * std::numbers::pi_v<float> * chance[1];
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

Vec3f towards_sun(const Lights& lights, const std::array<float, 2>& chance) {
    const auto [side, up] = across_axes(lights.to_sun);
    const auto [a, b] = on_disc(chance);
    return (lights.to_sun + lights.sun_radius * (a * side + b * up)).normalized();
}

/// A direction over the normal, likelier the nearer to it: light from there counts by the cosine already.
Vec3f towards_sky(const Vec3f& normal, const std::array<float, 2>& chance) {
    const auto [side, up] = across_axes(normal);
    const auto [a, b] = on_disc(chance);
    return a * side + b * up + std::sqrt(std::max(0.0f, 1 - chance[0])) * normal;
}

Vec3f sky_light(const Vec3f& direction) {
    const float height = std::max(direction.y(), 0.0f);
    const Vec3f over = horizon + std::sqrt(height) * (zenith - horizon);
    return direction.y() < 0 ? Vec3f(horizon * (1 + 0.55f * direction.y())) : over;
}

/// Squares on the ground tell how large things are; they fade where they would flicker. They lie along the
/// two axes of space that the ground is nearest to.
Vec3f ground_colour(const TracedMeeting& meeting, const Lights& lights) {
    const float cell = std::pow(10.0f, std::round(std::log10(0.12f * lights.view_distance)));
    Eigen::Index steepest = 0;
    meeting.face.cwiseAbs().maxCoeff(&steepest);
    const auto column = static_cast<long>(std::floor(meeting.position[steepest == 0 ? 1 : 0] / cell));
    const auto row = static_cast<long>(std::floor(meeting.position[steepest == 2 ? 1 : 2] / cell));
    const float contrast = 0.07f * (1 - smooth_step(1.0f, 2.5f, meeting.distance / lights.view_distance));
    return meeting.colour * ((column + row) % 2 == 0 ? 1.0f : 1.0f - contrast);
}

Vec3f hair_light_from(const TracedMeeting& meeting, const Vec3f& to_sun, const Vec3f& to_eye) {
    const HairLight light = hair_light(to_sun.cast<Real>(), to_eye.cast<Real>(), meeting.tangent.cast<Real>(),
                                       meeting.material->sharpness);
    // the highlight keeps some of the hair's colour
    const Vec3f shine = 0.6f * Vec3f::Ones() + 0.4f * meeting.colour / (meeting.colour.maxCoeff() + 1e-6f);
    return meeting.colour * static_cast<float>(light.diffuse) +
           shine * (meeting.material->gloss * static_cast<float>(light.specular));
}

Vec3f surface_light_from(const TracedMeeting& meeting, const Vec3f& to_sun, const Vec3f& to_eye) {
    const float facing = std::max(0.0f, meeting.normal.dot(to_sun));
    if (facing == 0) return Vec3f::Zero();
    const Vec3f half = (to_sun + to_eye).normalized();
    const float shine = std::pow(std::max(0.0f, meeting.normal.dot(half)), meeting.material->sharpness);
    return facing * (meeting.colour + Vec3f::Constant(meeting.material->gloss * shine));
}

/// The light that looks like this colour once it is tone mapped; white is out of reach of the shoulder.
Vec3f light_of_screen(const Vec3& colour) {
    return linear_colour(colour).unaryExpr([](float light) { return untone_mapped(light); });
}

}  // namespace

Real ground_fade_start(const Camera& camera, Real reach) {
    const Real view_distance = (camera.target - camera.eye).norm();
    return std::clamp(1.2 * reach, 0.8 * view_distance, 8 * view_distance);
}

Lights lights_of(const Camera& camera, const RenderSettings& settings) {
    constexpr float degree = std::numbers::pi_v<float> / 180;
    Lights lights;
    lights.to_sun = settings.to_sun.normalized().cast<float>();
    lights.sun_radius = std::tan(static_cast<float>(settings.sun_size) / 2 * degree);
    lights.view_distance = static_cast<float>((camera.target - camera.eye).norm());
    lights.fade_start = static_cast<float>(ground_fade_start(camera, settings.reach));
    lights.pixel_angle = 2 * std::tan(static_cast<float>(camera.field_of_view) / 2 * degree) /
                         static_cast<float>(settings.height);
    lights.wireframe = settings.overlays.wireframe;
    if (settings.background) lights.background = light_of_screen(*settings.background);
    return lights;
}

Vec3f backdrop(const Lights& lights, float height) {
    if (lights.background) return *lights.background;
    const Vec3f bottom(0.52f, 0.54f, 0.57f), top(0.29f, 0.36f, 0.46f);
    return bottom + std::clamp(height, 0.0f, 1.0f) * (top - bottom);
}

float ground_fade(const TracedMeeting& meeting, const Lights& lights) {
    constexpr auto width = static_cast<float>(ground_fade_width);
    return smooth_step(1, width, meeting.position.norm() / lights.fade_start);
}

Vec3f light_from(const TracedMeeting& meeting, const Ray& ray, const TracedScene& scene, const Lights& lights,
                 const Chances& chances) {
    // lines of small triangles are thin: they must not run together into black
    const float line = std::min(0.6f * lights.pixel_angle * meeting.distance, 0.06f * meeting.breadth);
    if (lights.wireframe && meeting.edge < line) return wire_colour;
    TracedMeeting place = meeting;
    if (place.finish == Finish::Ground) place.colour = ground_colour(meeting, lights);
    // start beside the surface: numbers of single precision would find the surface itself again
    const Vec3f start = place.position + 1e-4f * place.distance * place.face;
    const Vec3f to_sun = towards_sun(lights, chances.sun), to_eye = -ray.direction;
    const bool hair = place.finish == Finish::Hair;
    Vec3f light = Vec3f::Zero();
    const Vec3f direct =
        hair ? hair_light_from(place, to_sun, to_eye) : surface_light_from(place, to_sun, to_eye);
    const float far = 200 * lights.view_distance;
    if (direct.maxCoeff() > 0 && !scene.is_blocked({start, to_sun}, far))
        light += direct.cwiseProduct(sun_colour);
    const Vec3f to_sky = towards_sky(place.normal, chances.sky);
    const bool closed = scene.is_blocked({start, to_sky}, 0.6f * lights.view_distance);
    light += place.colour.cwiseProduct(closed ? bounced : sky_light(to_sky));
    return light;
}

}  // namespace souple
