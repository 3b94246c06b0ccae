// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Four springs side by side: see spring.h for the law.
#pragma once

#include <span>

#include "souple/dynamics/elements/spring.h"
#include "souple/math/lanes.h"

namespace souple {

struct SpringPacket {
    std::array<LaneIndices, 2> nodes{};  ///< by end
    std::array<LaneIndices, 2> sums{};   ///< where the forces on them are summed
    Lanes rest_length{};                 ///< [m]
    Lanes stiffness{};                   ///< [N/m]
    Lanes damping{};                     ///< [kg/s]
};

/// Up to four springs; the lanes left over repeat the first.
inline SpringPacket pack(std::span<const Spring> springs) {
    SpringPacket packet;
    for (int lane = 0; lane < lane_count; ++lane) {
        const Spring& spring = lane < static_cast<int>(springs.size()) ? springs[lane] : springs[0];
        for (int k = 0; k < 2; ++k) packet.nodes[k][lane] = spring.nodes[k];
        packet.rest_length[lane] = spring.rest_length;
        packet.stiffness[lane] = spring.stiffness;
        packet.damping[lane] = spring.damping;
    }
    return packet;
}

/// sums[...] += factor * elastic and viscous force.
inline void add_forces(const SpringPacket& packet, const Vec3* x, const Vec3* v, Real factor, Lanes* sums) {
    const LaneVec3 d = gather(packet.nodes[1], x) - gather(packet.nodes[0], x);
    const LaneVec3 u = gather(packet.nodes[1], v) - gather(packet.nodes[0], v);
    const Lanes length = root(dot(d, d)), none{};
    const Lanes inv_length = length > none ? 1 / length : none;
    const Lanes rate = dot(d, u) * inv_length;
    const Lanes tension = packet.stiffness * (length - packet.rest_length) + packet.damping * rate;
    const LaneVec3 pull = (all_lanes(factor) * tension * inv_length) * d;
    add_to(pull, packet.sums[0], sums);
    add_to(all_lanes(-1) * pull, packet.sums[1], sums);
}

}  // namespace souple
