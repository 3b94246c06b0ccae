// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A tissue as it is seen: cells that are split, fibres, membranes and the trail, the redder the nearer to the
// tip.
#pragma once

#include <array>
#include <string>

#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"
#include "souple/view/frame.h"

namespace souple {

void show_tissue(const Model& model, const Part& part, const State& state, const std::string& name,
                 Frame& frame);

/// Grey from the sight on, red at the tip.
std::array<float, 3> colour_of_distance(Real distance, Real sight);

}  // namespace souple
