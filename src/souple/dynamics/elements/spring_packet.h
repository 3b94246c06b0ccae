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
    Lanes rest_length{};                 ///< [m]
    Lanes stiffness{};                   ///< [N/m]
    Lanes damping{};                     ///< [kg/s]
};

/// Up to four springs; the lanes left over repeat the first, without its stiffness.
inline SpringPacket pack(std::span<const Spring> springs) {
    SpringPacket packet;
    for (int lane = 0; lane < lane_count; ++lane) {
        const bool is_left_over = lane >= static_cast<int>(springs.size());
        const Spring& spring = is_left_over ? springs[0] : springs[lane];
        for (int k = 0; k < 2; ++k) packet.nodes[k][lane] = spring.nodes[k];
        packet.rest_length[lane] = spring.rest_length;
        packet.stiffness[lane] = is_left_over ? 0 : spring.stiffness;
        packet.damping[lane] = is_left_over ? 0 : spring.damping;
    }
    return packet;
}

/// sums[node] += factor * elastic and viscous force, all with x, y and z in their first three lanes. Without
/// speeds nothing is damped: reading them takes as long as all the rest.
inline void add_forces(const SpringPacket& packet, const Lanes* places, const Lanes* speeds, Real factor,
                       Lanes* sums) {
    const LaneVec3 d = gather(packet.nodes[1], places) - gather(packet.nodes[0], places);
    const Lanes length = root(dot(d, d)), none{};
    const Lanes inv_length = length > none ? 1 / length : none;
    Lanes tension = packet.stiffness * (length - packet.rest_length);
    if (speeds) {
        const LaneVec3 u = gather(packet.nodes[1], speeds) - gather(packet.nodes[0], speeds);
        tension += packet.damping * (dot(d, u) * inv_length);
    }
    const LaneVec3 pull = (all_lanes(factor) * tension * inv_length) * d;
    add_to(pull, packet.nodes[0], sums);
    add_to(all_lanes(-1) * pull, packet.nodes[1], sums);
}

}  // namespace souple
