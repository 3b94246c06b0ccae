// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The closest point of an ellipsoid along the axes, for points outside and inside.
#pragma once

#include "souple/math/types.h"

namespace souple {

/// Exact to round-off for any point and any positive radii [m], the centre and flat ellipsoids included
/// [Eberly 2013].
Vec3 closest_on_ellipsoid(const Vec3& radii, const Vec3& p);

}  // namespace souple
