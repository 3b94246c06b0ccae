// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A crowd as it is seen: agents as balls in the colours of their groups, cells by level and by who is in
// them.
#pragma once

#include <array>
#include <string>

#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"
#include "souple/view/frame.h"

namespace souple {

/// Appends the agents, and when there is ground its cells, their sides and the obstacles.
void show_crowd(const Model& model, const Part& part, const State& state, const std::string& name,
                Frame& frame);

/// Cells with somebody in them (registered 2) are green, those in the ring around one (1) blue, others grey;
/// the finer the darker.
std::array<float, 3> cell_colour(int level, char registered);
constexpr std::array<float, 3> obstacle_colour{0.45f, 0.42f, 0.4f};

}  // namespace souple
