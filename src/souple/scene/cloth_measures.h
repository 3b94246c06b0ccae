// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Measures of the faces and points of surfaces, and of those that refine themselves.
#pragma once

#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Leaves of a surface that refines itself, triangles of others.
int face_count(const Model& model, int part);

/// Points that lie in the middle of an edge and are not free.
int interpolated_count(const Model& model, int part);

int finest_level(const Model& model, int part);

/// [deg] 0 for what does not refine itself.
Real sharpest_angle(const Model& model, const State& state, int part);

/// [deg] of any triangle at rest; 180 when there is none.
Real smallest_angle(const Model& model, int part);

/// [kg] of a body or of a point; of a place between points the mean of theirs by its weights.
Real mass_at(const Model& model, const MaterialPoint& spot);

}  // namespace souple
