// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Divides and joins faces of an adaptive surface in a State: the surface stays where it is, and its mass and
// momentum are the same to rounding.
#pragma once

#include <vector>

#include "souple/dynamics/adapt/law_change.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Divides leaves; new points lie and move with the middle of their edge or face. The Model follows; returns
/// what changed in it.
LawChange divide_faces(int surface, const std::vector<int>& faces, State& state, Model& model);

/// Joins the four children of each face; points that no face has any more go. The Model follows.
void join_faces(int surface, const std::vector<int>& faces, State& state, Model& model);

/// Divides every face of a surface that has not moved yet until all are of this level.
void divide_everywhere(int surface, int level, State& state, Model& model);

}  // namespace souple
