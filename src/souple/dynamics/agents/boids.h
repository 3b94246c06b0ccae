// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Agents that flock: they keep apart, go as their neighbours go and stay with them (Reynolds, 1987; 002
// F2.47).
#pragma once

#include "souple/dynamics/agents/find_neighbours.h"

namespace souple {

/// [m/s^2] what the neighbours make an agent do.
Vec2 flocking(const AgentGroup& group, const CrowdBuffer& buffer, int agent, const Neighbours& neighbours);

}  // namespace souple
