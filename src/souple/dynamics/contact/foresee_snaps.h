// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// How far the tension of a sheet can throw its points. Contacts are sought once in a step, along the ways
// that velocities foresee; what is taut leaves these as soon as what holds it lets go, and would be deep in
// the next thing before anybody looked again.
#pragma once

#include <vector>

#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Fills `thrown` [m], by point: how far springs can throw it within `length` [s] besides its way, never
/// farther than they are long; 0 for what is not of a sheet and for less than `slack` [m]. `pull` [N] is
/// room.
void foresee_snaps(const Model& model, const State& state, Real length, Real slack, std::vector<Vec3>& pull,
                   std::vector<Real>& thrown);

}  // namespace souple
