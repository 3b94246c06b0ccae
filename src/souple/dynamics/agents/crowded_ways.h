// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Ways that mind how many people are on them: who is of a kind with `crowding` heads, in every step, for the
// next bend of the way that is shortest with people counted in. All follows from where people are, so that
// nothing has to be remembered (002 F2.46).
#pragma once

#include "souple/dynamics/agents/crowd_buffers.h"

namespace souple {

/// Counts people in the cells of the first mesh and finds how far it is to each goal that wants it.
void find_crowded_ways(const CrowdPart& crowd, const CrowdState& state, CrowdBuffer& buffer);

/// [m/s] what an agent at x [m] who minds crowds would do if it were alone where it is.
Vec2 wanted_on_way(const CrowdPart& crowd, const CrowdState& state, const CrowdBuffer& buffer, int agent,
                   const Vec2& x, Real h, PathRoom& room);

}  // namespace souple
