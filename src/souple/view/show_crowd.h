// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A crowd as it is seen: agents as balls in the colours of their groups, cells by level and by who is in
// them.
#pragma once

#include <string>

#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"
#include "souple/view/frame.h"

namespace souple {

/// Appends the agents, and when there is ground its cells, their sides and the obstacles.
void show_crowd(const Model& model, const Part& part, const State& state, const std::string& name,
                Frame& frame);

}  // namespace souple
