// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The cells of a crowd in a realm, which follow the State as those of flat ground do.
#pragma once

#include <string>

#include "souple/dynamics/agents/crowd.h"
#include "souple/dynamics/agents/realm.h"

namespace souple {

/// InputError when the cells of the State are not those of the realm.
void check_realm_cells(const CrowdPart& crowd, const CrowdState& state);

/// Builds the lists anew when they are not those the State tells of.
void follow_realm(const CrowdPart& crowd, const CrowdState& state, RealmBuffer& buffer);

/// Splits and merges cells by the rule, in the State too.
CellChanges adapt_realm(const CrowdPart& crowd, CrowdState& state, RealmBuffer& buffer);

}  // namespace souple
