// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Turning a body whose moments of inertia differ. It keeps its angular momentum, so it spins faster or slower
// in another orientation, and its energy changes.
#pragma once

#include "souple/math/rotation.h"

namespace souple {

/// Whether the inertia is the same about all axes: then spin does not depend on orientation.
bool is_isotropic(const Vec3& moments);

/// [J] of turning.
Real turning_energy(const Vec3& moments, const Quat& q, const Vec3& momentum);

/// The orientation nearest to q, along the steepest way, where turning takes the energy that it takes at
/// `from`; never more, and less by rounding only.
Quat turn_at_same_energy(const Vec3& moments, const Quat& from, const Quat& q, const Vec3& momentum);

}  // namespace souple
