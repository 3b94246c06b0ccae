// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Four bends side by side, for loops over many of them: see bend.h for the law. A third of its time.
#pragma once

#include <array>
#include <span>

#include "souple/dynamics/elements/bend.h"
#include "souple/math/lanes.h"

namespace souple {

struct BendPacket {
    std::array<LaneIndices, 6> nodes{};  ///< by node of the bend; a missing one repeats a corner
    LaneVec3 rest_angle;                 ///< [rad] by edge
    LaneSymmetric rigidity;              ///< [N m]
    Lanes damping_time{};                ///< [s]
    bool is_damped = false;              ///< any lane
};

/// Up to four bends; the lanes left over repeat the first, without its rigidity.
BendPacket pack(std::span<const Bend> bends);

/// One vector for each node of four bends.
using LaneStencil = std::array<LaneVec3, 6>;

/// [N] elastic and viscous forces on the nodes; nothing on those that are missing.
LaneStencil forces_of(const BendPacket& packet, const Vec3* x, const Vec3* v);

/// sums[node] += factor * elastic and viscous force. Places, speeds and sums of a node have x, y and z in
/// their first three lanes; a missing node gets zeros. Where nothing is damped nobody asks for speeds.
void add_forces(const BendPacket& packet, const Lanes* places, const Lanes* speeds, Real factor, Lanes* sums);

}  // namespace souple
