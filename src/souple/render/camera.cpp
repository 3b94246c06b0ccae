// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "souple/render/quantities.h"

namespace souple {

namespace {

constexpr Real automatic_field_of_view = 30;  // [degrees]
constexpr Real room = 0.88;                   // of half the picture that things may fill
constexpr Real elevation = 20;                // [degrees]
// three quarters, then for motions that are flat in z and in x [degrees from the z axis]
constexpr std::array<Real, Framing::direction_count> azimuths = {35, 15, 75};

Real radians(Real degrees) { return degrees * std::numbers::pi / 180; }

Real half_height() { return room * std::tan(radians(automatic_field_of_view / 2)); }

CameraAxes looking_from(Real azimuth) {
    const Real a = radians(azimuth), e = radians(elevation);
    const Vec3 from(std::sin(a) * std::cos(e), std::sin(e), std::cos(a) * std::cos(e));
    return axes_of({.eye = from, .target = Vec3::Zero(), .up = Vec3::UnitY()});
}

void include_ball(Framing& framing, const Vec3& centre, Real radius) {
    if (!is_finite(centre)) return;
    framing.low = framing.low.cwiseMin(centre - Vec3::Constant(radius));
    framing.high = framing.high.cwiseMax(centre + Vec3::Constant(radius));
    const Real ty = half_height(), tx = ty * framing.aspect;
    const Real rx = radius * std::hypot(1.0, tx), ry = radius * std::hypot(1.0, ty);
    for (std::size_t d = 0; d < framing.axes.size(); ++d) {
        const CameraAxes& axes = framing.axes[d];
        const Real x = axes.right.dot(centre), y = axes.up.dot(centre), z = axes.forward.dot(centre);
        std::array<Real, 4>& reach = framing.reach[d];
        reach[0] = std::max(reach[0], x - tx * z + rx);
        reach[1] = std::max(reach[1], -x - tx * z + rx);
        reach[2] = std::max(reach[2], y - ty * z + ry);
        reach[3] = std::max(reach[3], -y - ty * z + ry);
    }
}

void include_balls(Framing& framing, const std::vector<Vec3>& centres, const std::vector<float>& radii) {
    for (std::size_t i = 0; i < centres.size(); ++i) include_ball(framing, centres[i], radius_at(radii, i));
}

/// [m] none for surfaces.
template <class View>
std::vector<float> radii_of(const View& view) {
    if constexpr (requires { view.radii; })
        return view.radii;
    else
        return {};
}

void note_vectors(Framing& framing, const StructureHead& head) {
    framing.longest_force = std::max(framing.longest_force, longest_vector(head, "force"));
    framing.longest_torque = std::max(framing.longest_torque, longest_vector(head, "torque"));
}

bool is_hidden(const Framing& framing, const StructureHead& head) {
    const Look* look = find_look(framing.looks, head.part);
    return look && look->hidden;
}

/// The extremes of what the part's look shows.
void note_extremes(Framing& framing, const StructureHead& head) {
    const Look* look = find_look(framing.looks, head.part);
    const Quantity* quantity = look && !look->show.empty() ? find_quantity(head, look->show) : nullptr;
    if (!quantity) return;
    for (const float value : scalars_of(*quantity)) {
        if (!std::isfinite(value)) continue;
        const auto [place, is_new] =
            framing.extremes.try_emplace(head.part, std::array<Real, 2>{value, value});
        std::array<Real, 2>& range = place->second;
        range = {std::min<Real>(range[0], value), std::max<Real>(range[1], value)};
    }
}

/// Flat means that one horizontal extent is less than a third of the other.
std::size_t best_direction(const Vec3& size) {
    if (size.z() < size.x() / 3) return 1;
    if (size.x() < size.z() / 3) return 2;
    return 0;
}

}  // namespace

CameraAxes axes_of(const Camera& camera) {
    CameraAxes axes;
    axes.forward = (camera.target - camera.eye).normalized();
    axes.right = axes.forward.cross(camera.up).normalized();
    axes.up = axes.right.cross(axes.forward);
    return axes;
}

PictureSpot project(const Camera& camera, Real aspect, const Vec3& point) {
    const CameraAxes axes = axes_of(camera);
    const Vec3 d = point - camera.eye;
    const Real depth = d.dot(axes.forward), half = std::tan(radians(camera.field_of_view / 2));
    return {d.dot(axes.right) / (depth * half * aspect), d.dot(axes.up) / (depth * half), depth};
}

Framing::Framing(Real picture_aspect) : aspect(picture_aspect) {
    for (std::size_t d = 0; d < axes.size(); ++d) {
        axes[d] = looking_from(azimuths[d]);
        reach[d].fill(-std::numeric_limits<Real>::infinity());
    }
}

void include(Framing& framing, const Frame& frame) {
    const auto include_all = [&framing](const auto& views) {
        for (const auto& view : views)
            if (!is_hidden(framing, view.head)) include_balls(framing, view.positions, radii_of(view));
    };
    include_all(frame.points);
    include_all(frame.discs);
    include_all(frame.curves);
    include_all(frame.surfaces);
    for (const InstancesView& view : frame.instances) {
        if (view.endless || !view.mesh || is_hidden(framing, view.head)) continue;
        for (const Pose& pose : view.poses)
            for (const Vec3& x : view.mesh->positions) include_ball(framing, pose.to_world(x), 0);
    }
    for_each_head(frame, [&framing](const StructureHead& head) {
        note_vectors(framing, head);
        note_extremes(framing, head);
    });
}

Camera fitting_camera(const Framing& framing) {
    if (!(framing.low.x() <= framing.high.x())) return {};
    // a single dot needs room around it too
    Framing padded = framing;
    const Vec3 middle = 0.5 * (framing.low + framing.high), size = framing.high - framing.low;
    include_ball(padded, middle, std::max(0.05, 0.02 * size.norm()));
    const std::size_t d = best_direction(size);
    const CameraAxes& axes = padded.axes[d];
    const std::array<Real, 4>& reach = padded.reach[d];
    // each pair of opposite sides gives the middle between them and how far back the eye must be
    const Real ty = half_height(), tx = ty * framing.aspect;
    const Real x = (reach[0] - reach[1]) / 2, y = (reach[2] - reach[3]) / 2;
    const Real z = std::min(-(reach[0] + reach[1]) / (2 * tx), -(reach[2] + reach[3]) / (2 * ty));
    Camera camera;
    camera.field_of_view = automatic_field_of_view;
    camera.eye = x * axes.right + y * axes.up + z * axes.forward;
    camera.target = camera.eye + (axes.forward.dot(middle) - z) * axes.forward;
    return camera;
}

}  // namespace souple
