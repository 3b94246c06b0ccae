// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Rotations as a scene writes them: an axis whose length is the angle in degrees.
#pragma once

#include "souple/math/types.h"

namespace souple {

Quat from_rotation_vector(const Vec3& degrees);

/// The shortest such vector: its length is at most 180 degrees.
Vec3 to_rotation_vector(const Quat& rotation);

}  // namespace souple
