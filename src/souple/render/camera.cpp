// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/camera.h"

#include <cmath>
#include <numbers>

namespace souple {

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
    const Real depth = d.dot(axes.forward), half = std::tan(camera.field_of_view * std::numbers::pi / 360);
    return {d.dot(axes.right) / (depth * half * aspect), d.dot(axes.up) / (depth * half), depth};
}

}  // namespace souple
