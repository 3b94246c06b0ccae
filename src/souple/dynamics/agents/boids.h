// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Agents that flock: they keep apart, go as their neighbours go and stay with them (Reynolds, 1987; 002
// F2.47). The same in the plane and in space.
#pragma once

#include <cmath>

#include "souple/dynamics/agents/find_neighbours.h"

namespace souple {

/// [m/s^2] what the neighbours make an agent at x [m] with velocity v [m/s] do. `other_of` gives place and
/// velocity of a neighbour as x and v.
template <class Vec, class OtherOf>
Vec flocking(const AgentGroup& group, const Vec& x, const Vec& v, const Neighbours& neighbours,
             const OtherOf& other_of) {
    if (neighbours.count == 0) return Vec::Zero();
    Vec apart = Vec::Zero(), velocity = Vec::Zero(), middle = Vec::Zero();
    for (int k = 0; k < neighbours.count; ++k) {
        const auto& other = other_of(neighbours.found[k]);
        const Real d = std::sqrt(neighbours.found[k].squared);
        if (d > 0 && d < group.influence) apart += (1 - d / group.influence) / d * (x - other.x);
        velocity += other.v;
        middle += other.x;
    }
    const Real share = 1 / static_cast<Real>(neighbours.count);
    return group.separation * apart + group.alignment * (share * velocity - v) +
           group.cohesion * (share * middle - x);
}

}  // namespace souple
