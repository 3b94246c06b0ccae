// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Bodies of other parts as agents see them: discs on the ground that make no way for anybody.
#pragma once

#include "souple/dynamics/agents/crowd.h"
#include "souple/dynamics/agents/orca_lines.h"

namespace souple {

/// Lists what the crowd may touch of rigid bodies, links and oriented particles and its agents are tall
/// enough to meet, in the order of the pieces.
void list_seen_bodies(const Model& model, const CrowdPart& crowd, const State& state,
                      std::vector<MovingDisc>& bodies);

/// The half-planes of bodies that an agent sees, the first sixteen; it has to do all of the avoiding.
void add_body_lines(const AgentGroup& group, const MovingDisc& self, std::span<const MovingDisc> bodies,
                    Real h, HalfPlanes& planes);

/// [m/s] the velocity towards `chosen` that legs reach from `now` within h [s].
inline Vec2 within_strength(const AgentGroup& group, const Vec2& now, const Vec2& chosen, Real h) {
    const Vec2 change = chosen - now;
    const Real size = change.norm(), most = group.acceleration * h;
    return size > most ? Vec2(now + most / size * change) : chosen;
}

}  // namespace souple
