// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Where a picture is taken from: set by hand, or chosen so that a whole motion fits in.
#pragma once

#include <array>
#include <limits>

#include "souple/view/film.h"

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

/// What has been seen of a motion so far, in just enough numbers to place a camera: bounds, and for each
/// direction to look from how far things reach over the four sides of the picture.
struct Framing {
    static constexpr int direction_count = 3;

    explicit Framing(Real aspect);  ///< width over height of the picture

    Real aspect = 1;
    Vec3 low = Vec3::Constant(std::numeric_limits<Real>::infinity());    ///< [m]
    Vec3 high = Vec3::Constant(-std::numeric_limits<Real>::infinity());  ///< [m]
    std::array<CameraAxes, direction_count> axes;
    std::array<std::array<Real, 4>, direction_count> reach;  ///< [m] right, left, top, bottom
    Real longest_force = 0;                                  ///< of vector quantities named force
    Real longest_torque = 0;                                 ///< and torque
    std::map<std::string, Look> looks;                       ///< by part: hidden ones are not taken in
    std::map<std::string, std::array<Real, 2>> extremes;     ///< of the quantity that a part's look shows
};

/// Takes in all that a frame shows, except what is endless or hidden.
void include(Framing& framing, const Frame& frame);

/// The nearest place from which everything taken in is inside the picture, with a little room around. Flat
/// motions are looked at from their broad side, others from three quarters.
Camera fitting_camera(const Framing& framing);

}  // namespace souple
