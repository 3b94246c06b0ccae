// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What an impact makes of a velocity: the corrected law of 001 W4.5 with Coulomb friction.
#pragma once

#include "souple/dynamics/obstacle.h"
#include "souple/dynamics/part.h"
#include "souple/math/types.h"

namespace souple {

/// All velocities are relative to the obstacle [m/s]. A velocity that does not point inwards is left as it
/// is.
Vec3 velocity_after_impact(const Obstacle& obstacle, const Vec3& velocity, const Vec3& normal);

/// A touch inside a substep that changes the velocity from `before` to `after` when nothing is in the way.
struct TouchedSubstep {
    Method method;
    Real fraction;  ///< of the substep, when it touches
    Vec3 before, after;
    Vec3 normal;
};

/// What is left of a substep after a touch.
struct AfterTouch {
    Vec3 velocity;  ///< at the end of the substep
    Vec3 travel;    ///< mean velocity from the touch to the end
};

/// The impact sees the speed at the touch: with the speed at the end of the substep, which holds what gravity
/// adds later, bounces would gain energy. What the substep adds after the touch then presses the point on the
/// surface or carries it off. It never leaves faster than it came or would have come.
AfterTouch after_touch(const Obstacle& obstacle, const TouchedSubstep& touched);

}  // namespace souple
