// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Optimal reciprocal collision avoidance: for each neighbour the half-plane of velocities with which nobody
// is hit before the horizon, if the other does its half; for each wall the same, doing all of it (van den
// Berg and others, 2011).
#pragma once

#include "souple/dynamics/agents/linear_programme.h"
#include "souple/math/lanes.h"

namespace souple {

/// A disc that moves.
struct MovingDisc {
    Vec2 x = Vec2::Zero();  ///< [m]
    Vec2 v = Vec2::Zero();  ///< [m/s]
    Real radius = 0;        ///< [m]
};

/// What `self` may do so that it does not hit `other` for `horizon` [s]; when they overlap, so that they are
/// apart after `h` [s].
HalfPlane line_for(const MovingDisc& self, const MovingDisc& other, Real horizon, Real h);

/// Four discs that move.
struct LaneDiscs {
    Lanes x{}, y{}, vx{}, vy{}, radius{};

    void set(int lane, const MovingDisc& disc) {
        x[lane] = disc.x.x(), y[lane] = disc.x.y(), vx[lane] = disc.v.x(), vy[lane] = disc.v.y();
        radius[lane] = disc.radius;
    }
};

/// The lines of `line_for` for four others at once, bit by bit.
LaneLines lines_for(const MovingDisc& self, const LaneDiscs& others, Real horizon, Real h);

/// The same for a wall from a to b [m]. False when the lines that are there already keep clear of it.
bool add_wall_line(const MovingDisc& self, const Vec2& a, const Vec2& b, Real horizon, HalfPlanes& planes);

}  // namespace souple
