// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// As follow_leaves, when only some faces have changed.
#pragma once

#include <vector>

#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Laws that went and laws that came when faces changed, all between points of the new State.
struct LawChange {
    std::vector<Spring> old_springs, new_springs;
    std::vector<Bend> old_bends, new_bends;
};

/// Follows a change of one surface, deriving the laws of the touched leaves only: those that are new, and
/// those that share a side with such. `touched` goes by slot of a face. The Model is the one of before the
/// change, and gets the same bits as from follow_leaves. Points of old laws that are gone have the number -1.
void follow_change(const State& state, int surface, const std::vector<char>& touched, LawChange& change,
                   Model& model);

}  // namespace souple
