// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Where a picture is taken from, and where things lie in it.
#pragma once

#include "souple/math/types.h"

namespace souple {

/// A pinhole that looks at a target.
struct Camera {
    Vec3 eye{3, 2, 4};           ///< [m]
    Vec3 target = Vec3::Zero();  ///< [m] the middle of the picture
    Vec3 up = Vec3::UnitY();     ///< what is up in the picture, not along the view
    Real field_of_view = 30;     ///< [degrees] from bottom to top, 1 to 150
};

/// The axes of a camera: right, up and forward are unit and square to each other.
struct CameraAxes {
    Vec3 right = Vec3::UnitX(), up = Vec3::UnitY(), forward = -Vec3::UnitZ();
};
CameraAxes axes_of(const Camera& camera);

/// Where a point lies in the picture: x and y are -1 to 1 inside it, depth [m] is positive before the eye.
struct PictureSpot {
    Real x = 0, y = 0, depth = 0;
};
PictureSpot project(const Camera& camera, Real aspect, const Vec3& point);

}  // namespace souple
