// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Bodies move: shapes are kept, sections follow those that pull them, walls stop them, and the cells that
// their sides cross are written down (002 F2.26, F2.28, F2.40, F2.44).
#pragma once

#include "souple/dynamics/agents/near_sides.h"

namespace souple {

/// Adds the sides to a registration that has none, from the cells of the corners [m].
void register_sides(const CrowdPart& crowd, std::span<const Face> cells, CrowdBuffer& buffer);

/// From `corner_x` with the velocities in `corner_next` [m/s] to new places there [m]; sides and their cells
/// follow.
void move_bodies(const CrowdPart& crowd, Real h, CrowdBuffer& buffer);

}  // namespace souple
