// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Implicit skins as surfaces of a frame.
#pragma once

#include <span>
#include <string>

#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"
#include "souple/view/frame.h"
#include "souple/view/plan_view.h"

namespace souple {

/// Every skin of the model as triangles, flattened where something presses on them, with the quantity
/// "speed".
void show_skins(const ViewPlan& plan, const Model& model, const State& state, Frame& frame);

}  // namespace souple
