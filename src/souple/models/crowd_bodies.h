// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Bodies of a crowd while it is built: sections, corners and sides from the shape of their kind.
#pragma once

#include <vector>

#include "souple/dynamics/agents/crowd.h"

namespace souple {

/// The shape of a kind with what follows from it: its radius is half its width. InputError when the outline
/// has no area.
void fit_radius_to_shape(AgentGroup& kind);

/// [m] from the middle of the first section to its farthest corner.
Real reach_of(const AgentShape& shape);

/// Adds a body of the group `group` with the middle of its first section at `middle` [m], heading along the
/// unit vector `ahead`. Returns the places of its corners [m]. Its goals are those added next.
std::vector<Vec2> append_body(CrowdPart& crowd, int group, const Vec2& middle, const Vec2& ahead);

/// Adds the edges that announce bodies, behind all sides.
void append_heralds(CrowdPart& crowd);

}  // namespace souple
