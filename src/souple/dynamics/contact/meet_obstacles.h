// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// How the points of a part meet obstacles during one substep.
#pragma once

#include <vector>

#include "souple/dynamics/contact/contact_scratch.h"
#include "souple/dynamics/control.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/solvers/solvers.h"
#include "souple/dynamics/state.h"

namespace souple {

/// The corrected law of 001 W4.5 with Coulomb friction: what an impact makes of a velocity relative to the
/// obstacle. Leaves a velocity that does not point inwards as it is.
Vec3 velocity_after_impact(const Obstacle& obstacle, const Vec3& velocity, const Vec3& normal);

/// Placement of an obstacle at a moment of the control's interval.
Pose obstacle_pose(const Control& control, int obstacle, Real time);

/// Points at the start of a substep.
struct Before {
    const std::vector<Vec3>& x;  ///< [m]
    const std::vector<Vec3>& v;  ///< [m/s]
};

/// Sweeps each point from where it was to where the substep brought it; at the first touch the velocity
/// follows the impact law and the rest of the substep goes on with it. Nothing thin is crossed, however fast.
void meet_obstacles(const Substep& substep, const Before& before, State& state, ContactScratch& contact);

/// Lifts points that an obstacle has overrun back to its surface, at the end of the interval.
void lift_out(const Substep& interval, State& state, ContactScratch& contact);

}  // namespace souple
