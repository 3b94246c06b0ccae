// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Agents of other crowds, as those of one see them: who may touch each other on flat ground heed each other
// as if they were one crowd.
#pragma once

#include "souple/dynamics/agents/crowd_buffers.h"
#include "souple/dynamics/agents/find_neighbours.h"

namespace souple {

/// Lists the agents of other crowds that crowd number c may touch and is tall enough to meet, crowd after
/// crowd, as they were before anybody chose a velocity; their discs follow those of the own slots. All crowds
/// must have been gathered, and the own search prepared.
void list_other_agents(const Model& model, int c, const State& state, Real h, CrowdBuffers& buffers);

/// Adds those within sight to the neighbours of an agent at p [m]; the nearest are kept.
void add_other_neighbours(const CrowdPart& crowd, const CrowdBuffer& buffer, const Vec2& p,
                          Neighbours& neighbours);

}  // namespace souple
