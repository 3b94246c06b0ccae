// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Rotations as scenes write them: an axis whose length is the angle in degrees.
#pragma once

#include <numbers>

#include "souple/math/rotation.h"

namespace souple {

inline constexpr Real radians_per_degree = std::numbers::pi / 180;

inline Quat rotation_from_degrees(const Vec3& degrees) { return to_quaternion(degrees * radians_per_degree); }

/// The shortest such vector: its length is at most 180 degrees.
inline Vec3 rotation_to_degrees(const Quat& rotation) {
    return to_rotation_vector(rotation) * (180 / std::numbers::pi);
}

}  // namespace souple
