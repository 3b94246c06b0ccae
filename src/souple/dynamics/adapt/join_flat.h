// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Takes divisions back where the surface has become flat: what the source leaves to the future.
#pragma once

#include "souple/dynamics/adapt/join_scratch.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Faces whose children have been flat for a while are joined: impulses between the points that will go and
/// the corners they will lie between lead them onto their chord, and within 1e-3 of the edge's length they
/// go. Returns how many faces were joined.
int join_flat_faces(Real h, State& state, Model& model, JoinScratch& scratch);

}  // namespace souple
