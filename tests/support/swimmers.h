// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A kind of agents that cross balls and planets, for tests and benchmarks.
#pragma once

#include <string>

#include "souple/dynamics/agents/crowd.h"

namespace souple {

/// 10 cm wide, by the force field.
inline AgentGroup swimmer(const std::string& name, Real speed) {
    AgentGroup kind;
    kind.name = name;
    kind.behaviour = AvoidanceLaw::ForceField;
    kind.radius = 0.1;
    kind.speed = speed;
    kind.max_speed = 2 * speed;
    kind.stiffness = 30;
    kind.damping = 2;
    kind.influence = 0.6;
    kind.relaxation = 0.3;
    kind.arrive = 0.3;
    kind.max_neighbours = 32;
    return kind;
}

}  // namespace souple
