// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// From a world to what can be seen of it.
#pragma once

#include "souple/dynamics/control.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"
#include "souple/geometry/triangle_mesh.h"
#include "souple/view/frame.h"

namespace souple {

/// Pure: the same world gives the same frame. Cloth becomes surfaces, chains curves, other points balls, frames and
/// obstacles instances.
Frame describe_world(const Model& model, const State& state, const Control& control);

/// Triangles of a solid, for looking at it; an endless plane becomes a square of `reach` [m].
TriangleMesh tessellate(const Shape& shape, Real reach);

}  // namespace souple
