// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The direct correction of a point on a circle.
#include "souple/dynamics/elements/rail.h"

#include <cmath>

namespace souple {

void correct(const Rail& rail, Vec3& x, Vec3& v) {
    // nearest direction in the circle's plane; on the axis every one is as near, so any will do
    Vec3 outward = x - rail.centre;
    outward -= outward.dot(rail.axis) * rail.axis;
    const Real distance = outward.norm();
    outward = distance > 0 ? Vec3(outward / distance) : Vec3(rail.axis.unitOrthogonal());
    x = rail.centre + rail.radius * outward;

    const Vec3 tangent = rail.axis.cross(outward);
    const Real tangential = v.dot(tangent);
    v = (rail.speed > 0 ? std::copysign(rail.speed, tangential) : tangential) * tangent;
}

}  // namespace souple
