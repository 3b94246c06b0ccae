// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Bodies of agents do not overlap: what steering has left is pushed apart, disc by disc, walls included.
#pragma once

#include "souple/dynamics/agents/crowd_buffers.h"

namespace souple {

/// Pushes the places in `next` apart. The grid holds the places before the step.
void separate_agents(const CrowdPart& crowd, CrowdBuffer& buffer);

/// [m] how deep the worst pair of agents overlaps at these places, NaN for those who are gone.
Real deepest_overlap(const CrowdPart& crowd, std::span<const Vec2> places, PlaneGrid& grid);

}  // namespace souple
