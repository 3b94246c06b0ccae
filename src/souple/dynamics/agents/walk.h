// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A step on the ground that walls turn aside.
#pragma once

#include <algorithm>

#include "souple/topology/environment/tracking.h"

namespace souple {

/// Straight from p, which `from` holds, to q; along a wall that is in the way, once more.
TrackEnd walk(const Environment& ground, Face from, const Vec2& p, const Vec2& q);

/// [m/s] what a wall leaves of a velocity that an agent has beyond its way. What pushed it into the wall
/// moved it and gave it no speed; when the wall takes that move back [m], what makes up for it is no speed
/// either.
template <class Vec>
Vec kept_at_wall(const Vec& velocity, const Vec& barred, Real h) {
    const Real length = barred.norm();
    if (length == 0) return velocity;
    const Vec out = barred / length;
    return velocity - std::min(velocity.dot(out), length / h) * out;
}

}  // namespace souple
