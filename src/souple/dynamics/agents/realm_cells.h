// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The cells of a crowd in a realm, which follow the State as those of flat ground do.
#pragma once

#include <string>

#include "souple/core/errors.h"
#include "souple/dynamics/agents/crowd.h"
#include "souple/dynamics/agents/realm.h"

namespace souple {

/// The ground as the State has divided it. InputError when it cannot be divided so.
template <class Ground>
Ground ground_of_state(const Ground& first, const CrowdState& state) {
    Ground ground = first;
    for (const CellName& name : state.divided) {
        const int cell = cell_named(ground, cell_slots(first), name);
        if (cell < 0 || name_of_cell(ground, cell) != name || !is_leaf_cell(ground, cell) ||
            level_of_cell(ground, cell) >= ground.max_level)
            throw InputError("it holds divided cells that are not there");
        divide_cell(ground, cell);
    }
    return ground;
}

/// InputError when the cells of the State are not those of the realm.
void check_realm_cells(const CrowdPart& crowd, const CrowdState& state);

/// Builds the lists anew when they are not those the State tells of.
void follow_realm(const CrowdPart& crowd, const CrowdState& state, RealmBuffer& buffer);

/// Splits and merges cells by the rule, in the State too.
CellChanges adapt_realm(const CrowdPart& crowd, CrowdState& state, RealmBuffer& buffer);

}  // namespace souple
