// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/boids.h"

#include <cmath>

namespace souple {

Vec2 flocking(const AgentGroup& group, const CrowdBuffer& buffer, int agent, const Neighbours& neighbours) {
    if (neighbours.count == 0) return Vec2::Zero();
    const Vec2 x = buffer.x[agent], v = buffer.v[agent];
    Vec2 apart = Vec2::Zero(), velocity = Vec2::Zero(), middle = Vec2::Zero();
    for (int k = 0; k < neighbours.count; ++k) {
        const int other = neighbours.found[k].agent;
        const Real d = std::sqrt(neighbours.found[k].squared);
        if (d > 0 && d < group.influence) apart += (1 - d / group.influence) / d * (x - buffer.x[other]);
        velocity += buffer.v[other];
        middle += buffer.x[other];
    }
    const Real share = 1 / static_cast<Real>(neighbours.count);
    return group.separation * apart + group.alignment * (share * velocity - v) +
           group.cohesion * (share * middle - x);
}

}  // namespace souple
