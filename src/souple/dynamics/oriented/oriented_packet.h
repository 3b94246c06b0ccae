// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What four neighbours of the same kind do to one particle, worked out at once: the usual laws, in their
// energy form and with an influence that is the same in every direction. The numbers are those of
// oriented_law.h to rounding.
#pragma once

#include <span>

#include "souple/dynamics/oriented/oriented_law.h"
#include "souple/math/lanes.h"

namespace souple {

/// Whether packets know every one of these laws.
bool fits_packets(std::span<const OrientedLaw> laws);

/// Sums over neighbours, one for each lane.
struct LaneSums {
    LaneVec3 force;   ///< [N] on the particle
    LaneVec3 torque;  ///< [N m]
};

/// Adds what the laws, which both sides follow completely, do to `own`. `count` of the places are neighbours,
/// the first ones; lanes beyond get nothing.
void add_packet(std::span<const OrientedLaw> laws, const ParticleView& own, const ParticleView* views,
                const LaneIndices& places, int count, LaneSums& sums);

}  // namespace souple
