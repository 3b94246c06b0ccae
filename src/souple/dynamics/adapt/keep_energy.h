// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Dividing a fold doubles the energy that its angle costs, as the same angle lies on half the width. What a
// division adds is taken from the motion of the touched points, so that the surface does not gain by it.
#pragma once

#include <vector>

#include "souple/dynamics/adapt/law_change.h"
#include "souple/dynamics/control.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// [J] of motion and of ties: what a division can change besides the laws of its faces.
Real energy_beside_laws(const Model& model, const Control& control, const State& state, const Part& part);

/// A division of some faces: the energy beside laws of before it [J], and what it did to the laws.
struct Division {
    int surface = 0;
    const std::vector<int>& faces;
    Real before = 0;  ///< [J]
    const LawChange& laws;
};

/// Slows the points of the divided faces relative to their common motion until the part has the energy it had
/// before, or they have none left to give. Momentum stays.
void take_new_energy(const Model& model, const Control& control, const Division& division, State& state);

}  // namespace souple
