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

/// Points at the start of a substep.
struct Before {
    const std::vector<Vec3>& x;  ///< [m]
    const std::vector<Vec3>& v;  ///< [m/s]
};

/// Sweeps each point from where it was to where the substep brought it. At the first touch of any obstacle
/// the velocity follows the impact law and the rest of the substep goes on with it, a few times over, then
/// the point stays where it touched. Nothing thin is crossed, however fast.
void meet_obstacles(const Substep& substep, const Before& before, State& state, ContactScratch& contact);

/// The same for some of the part's points, of one rate; from several threads at once. The obstacles have been
/// placed for that rate before.
void place_obstacles(const Substep& substep, int rate, ContactScratch& contact);
void meet_obstacles(const Substep& substep, const Stride& stride, ContactScratch& contact);

/// Lifts points that an obstacle has overrun back to its surface, at the end of the interval; no further than
/// another obstacle lets them.
void lift_out(const Substep& interval, State& state, ContactScratch& contact);

}  // namespace souple
