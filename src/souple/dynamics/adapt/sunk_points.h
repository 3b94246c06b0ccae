// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// New points between others may lie in a solid that the coarse face cut. Lifted out at once they would
// stretch their short springs: they come out little by little instead, and pull their neighbours along.
#pragma once

#include "souple/dynamics/adapt/solids_now.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// After faces were divided: every free point may stay as deep as it is now.
void note_sunk_points(const Model& model, int surface, State& state);

/// Points come out of the obstacles, for a step of h [s].
void raise_sunk_points(const Model& model, Real h, State& state);

}  // namespace souple
