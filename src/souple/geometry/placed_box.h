// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Boxes around placed solids that say quickly who is surely not inside.
#pragma once

#include <limits>

#include "souple/geometry/shape.h"

namespace souple {

/// What is not in this box is not inside the shape; everywhere for a plane that leans.
inline Aabb box_around(const Shape& shape, const Pose& pose) {
    constexpr Real rounding = 1e-9;  // [m]
    Aabb box = placed(bounds(shape), pose);
    const auto* plane = std::get_if<Plane>(&shape);
    if (plane && plane->normal == Vec3::UnitY() && pose.rotation.coeffs() == Quat::Identity().coeffs())
        box.high.y() = pose.position.y() + plane->offset;
    box.inflate(rounding);
    return box;
}

/// Whether a negative distance means inside, so that a box around it says who is not: an open mesh has no
/// inside, and nobody asks here which are closed.
inline bool is_boxed_solid(const Shape& shape) { return !std::holds_alternative<MeshShape>(shape); }

inline Aabb everywhere() {
    const Vec3 far = Vec3::Constant(std::numeric_limits<Real>::infinity());
    return {-far, far};
}

}  // namespace souple
