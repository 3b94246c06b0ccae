// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What a sweep does with one packet of rows: normal impulses that only push, friction in Coulomb's cone, and
// the pushing apart of overlaps.
#pragma once

#include <algorithm>

#include "souple/dynamics/contact/row_packet.h"

namespace souple {

/// The largest of many numbers >= 0, for parallel_sum: no order of them makes a difference.
struct Largest {
    Real value = 0;

    Largest& operator+=(const Largest& other) {
        value = std::max(value, other.value);
        return *this;
    }
};

using Vec4 = Eigen::Matrix<Real, 4, 1>;

/// What goes first in a sweep.
enum class SweepOrder {
    FrictionFirst,  ///< what stands on each other must not sink, so the normal has the last word
    NormalFirst,    ///< in this order sweeps find the solution of the complementarity problem
};

struct SweepGoal {
    Real h = 0;  ///< [s] length of the interval
    SweepOrder order = SweepOrder::FrictionFirst;
    bool lands = false;  ///< the first sweep after places have moved: see land
};

/// How overlaps are taken away.
struct PushGoal {
    Real h = 0;          ///< [s] length of the interval
    Real rate = 0;       ///< fraction of the overlap that one interval takes away
    Real speed = 0;      ///< [m/s] at most
    Real slop = 0;       ///< [m] overlap that is left alone
    bool first = false;  ///< the first sweep: no place pushes yet
};

/// Applies the impulses that the rows start with.
void warm_start(const RowPacket& packet, Movers& movers);

/// One pass of projected Gauss-Seidel over the rows of each manifold: nothing approaches faster than its gap
/// allows within h, friction stays in Coulomb's cone.
void solve_rows(const SweepGoal& goal, RowPacket& packet, Movers& movers);

/// Brings friction back into the cone of the load that the last sweep has left: more would add energy.
void clamp_friction(RowPacket& packet, Movers& movers);

/// The same as solve_rows for pushing overlaps apart. The velocities of `movers` are here those of the
/// pushing alone, and only normal impulses act.
void solve_push(const PushGoal& goal, RowPacket& packet, Movers& movers);

/// A place that was still open when the interval began: one that carries something has arrived and must not
/// stay approaching; one that carries nothing is the affair of the intervals to come.
void land(RowPacket& packet);

/// Whether any place overlaps by more than the slop [m].
bool overlaps(const RowPacket& packet, Real slop);

/// [m] how far the deepest place overlaps, 0 when none does.
Real deepest_of(const RowPacket& packet);

/// Places that carry something.
int count_loaded(const RowPacket& packet);

/// [m/s] of the four places of a lane, positive apart.
Vec4 normal_velocities(const RowPacket& packet, int lane, const Movers& movers);

/// [m/s] how far the worst of the rows is from its complementarity conditions: normal and friction.
Real residual_of(Real h, const RowPacket& packet, const Movers& movers);

}  // namespace souple
