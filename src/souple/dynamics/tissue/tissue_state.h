// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What a tissue remembers besides the places of the joints of its trail, which are points of the State.
#pragma once

#include <cstdint>
#include <vector>

#include "souple/topology/cell_names.h"

namespace souple {

struct TissueState {
    int joints = 1;                 ///< points that the tip has left behind, the first where it started
    std::vector<CellName> divided;  ///< cells that are split now, sorted
    std::uint64_t history = 0;      ///< hash of all that moved or was carried: Scratch follows it
};

}  // namespace souple
