// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Rotation vectors in degrees to and from quaternions.
#include "souple/scene/json/rotation_vector.h"

#include <cmath>
#include <numbers>

namespace souple {

Quat from_rotation_vector(const Vec3& degrees) {
    const Real angle = degrees.norm();
    if (!(angle > 0) || !std::isfinite(angle)) return Quat::Identity();
    const Real turn = std::fmod(angle, 360.0) * std::numbers::pi / 180;
    return Quat(Eigen::AngleAxis<Real>(turn, degrees / angle));
}

Vec3 to_rotation_vector(const Quat& rotation) {
    const Real sign = rotation.w() < 0 ? -1 : 1;
    const Vec3 axis = sign * rotation.vec();
    const Real sine = axis.norm();
    if (!(sine > 0)) return Vec3::Zero();
    const Real angle = 2 * std::atan2(sine, sign * rotation.w());
    return axis * (angle * 180 / std::numbers::pi / sine);
}

}  // namespace souple
