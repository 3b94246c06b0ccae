// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Manifolds as the solver sees them, four side by side: relative velocities as linear functions of two
// movers, and how they answer. Manifolds of one packet share no mover that answers.
#pragma once

#include <array>

#include "souple/dynamics/contact/movers.h"
#include "souple/math/lanes.h"

namespace souple {

/// Each lane is a manifold with axes of its own: normal, tangent and a second tangent, normal x tangent.
/// Everything happens at the middle of its places: one velocity and one spin of b relative to a, answered by
/// one impulse and one moment. A place lies `lever` beside the middle, so that its normal velocity is
/// u_n + lever_1 spin_1 + lever_2 spin_2, spins about the two tangents.
struct RowPacket {
    std::array<int, lane_count> manifold{-1, -1, -1, -1};  ///< -1: an empty lane
    std::array<int, lane_count> a{no_mover, no_mover, no_mover, no_mover}, b = a;
    bool on_tree = false;  ///< a side is a link of a tree
    Lanes friction{};
    LaneVec3 normal, tangent;
    LaneVec3 arm_a, arm_b;  ///< [m] from each centre to the middle of the places

    // by place
    Lanes lever_1[4]{}, lever_2[4]{};  ///< [m]
    Lanes distance[4]{};               ///< [m] from the middle
    Lanes gap[4]{};                    ///< [m]
    Lanes inverse_diagonal[4]{};       ///< [kg], 0 for places that a manifold does not have
    Lanes impulse[4]{};                ///< [N s] >= 0
    Lanes push[4]{};                   ///< [N s] >= 0, of the pushing apart: moves things, leaves no speed

    LaneSymmetric answer;       ///< of (u_n, spin_1, spin_2) to an impulse along n and moments about tangents
    Lanes k11{}, k12{}, k22{};  ///< [kg] inverse of the answer along the tangents
    Lanes inverse_twist{};      ///< [kg m^2], 0 when a single place cannot twist
    Lanes impulse_1{}, impulse_2{}, twist{};  ///< [N s], [N m s]
};

/// What places are carried by: the part of a packet that sweeps do not look at.
struct CarriedPlaces {
    LaneVec3 local_a[4], local_b[4];  ///< [m] in the axes of their carriers
    Lanes share[4]{};                 ///< of the middle: one over the number of places, 0 for missing ones
    LaneMask a_driven{}, b_driven{};  ///< that side is an obstacle
};

}  // namespace souple
