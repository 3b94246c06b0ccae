// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The cells of a crowd's environment, which follow the State: names of cells, and registrations built from
// them.
#pragma once

#include "souple/dynamics/agents/crowd_buffers.h"

namespace souple {

CellName name_of(const Map2& map, Face f);
/// The face of that name; null when it is not there.
Face face_named(const Map2& map, const CellName& name);

/// The ground of a crowd as the State divides it.
Environment ground_now(const CrowdPart& crowd, const CrowdState& state);

/// Builds the registration anew when it is not the one the State tells of.
void follow_cells(const CrowdPart& crowd, const CrowdState& state, CrowdBuffer& buffer);

/// Adds to the history that an agent is in another cell now, or has left.
void note_cell(CrowdState& state, int agent);

/// Writes the cells of the corners of bodies into the State, and where they are into its history.
void note_corner_cells(const CrowdPart& crowd, const CrowdBuffer& buffer, CrowdState& state);

/// Splits and merges cells by the rule, in the State too.
void adapt_to_agents(const CrowdPart& crowd, CrowdState& state, CrowdBuffer& buffer);

}  // namespace souple
