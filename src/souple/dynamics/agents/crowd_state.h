// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What a crowd remembers besides the places and velocities of its agents, which are points of the State.
#pragma once

#include <cstdint>
#include <vector>

#include "souple/topology/cell_names.h"

namespace souple {

struct CrowdState {
    std::vector<int> goal;          ///< by agent: which of its goals it heads for; past the last: arrived
    std::vector<CellName> cell;     ///< by agent; empty without an environment
    std::vector<CellName> divided;  ///< cells that are split now, sorted
    std::uint64_t history = 0;  ///< hash of all that happened to cells and who is in them: Scratch follows it
};

}  // namespace souple
