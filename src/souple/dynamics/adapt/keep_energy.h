// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Dividing a fold doubles the energy that its angle costs, as the same angle lies on half the width. What a
// division adds is taken from the motion of the touched points, so that the surface does not gain by it.
#pragma once

#include <vector>

#include "souple/dynamics/control.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// [J] of motion and of the laws between points; weight does not change with the faces.
Real mechanical_energy(const Model& model, const Control& control, const State& state, const Part& part);

/// Slows the points of the divided faces relative to their common motion until the part has the energy it had
/// before [J], or they have none left to give. Momentum stays.
void take_new_energy(const Model& model, const Control& control, int surface, const std::vector<int>& divided,
                     Real before, State& state);

}  // namespace souple
