// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// When two moving convex solids meet: conservative advancement, turning included.
#pragma once

#include <optional>

#include "souple/geometry/solid/solid.h"

namespace souple {

struct SolidHit {
    Real fraction = 0;          ///< of the way, in [0, 1]
    Vec3 normal{0, 1, 0};       ///< unit, from a to b
    Vec3 point = Vec3::Zero();  ///< [m], world, between the two
};

/// The first fraction of the way at which a and b come within margin [m], both moving as interpolate() does.
/// Nothing thin is crossed; hits are early by at most 1e-9 m and a thousandth of the margin. A start within
/// the margin hits at 0 when approaching and is free to leave.
std::optional<SolidHit> sweep(const Convex& a, const Pose& a0, const Pose& a1, const Convex& b,
                              const Pose& b0, const Pose& b1, Real margin);

}  // namespace souple
