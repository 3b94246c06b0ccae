// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What a crowd remembers besides the places and velocities of its agents, which are points of the State.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace souple {

/// A cell of an environment by where it is: the face of the first mesh, then which child at each level, three
/// bits each behind a leading one. Parents come before their children.
struct CellName {
    int root = -1;
    std::uint64_t path = 1;
    auto operator<=>(const CellName&) const = default;
};

struct CrowdState {
    std::vector<int> goal;          ///< by agent: which of its goals it heads for; past the last: arrived
    std::vector<CellName> cell;     ///< by agent; empty without an environment
    std::vector<CellName> divided;  ///< cells that are split now, sorted
    std::uint64_t history = 0;  ///< hash of all that happened to cells and who is in them: Scratch follows it
};

}  // namespace souple
