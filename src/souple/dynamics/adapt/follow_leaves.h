// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// From the leaves of adaptive surfaces to the Model's arrays: masses, springs, bends, triangles, rates.
#pragma once

#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Rebuilds what belongs to adaptive parts, which stand at the end of every array, and gives the Model a new
/// revision. The State has as many points as its leaves say.
void follow_leaves(const State& state, Model& model);

/// Links that hold spots of its rest shape take hold of the triangles that are there now.
void hang_links(const AdaptiveCloth& cloth, Model& model);

/// A face with the darts and points at its corners; three for a triangle.
struct Corners {
    int count = 0;
    std::array<Dart, 4> dart;
    std::array<int, 4> slot{-1, -1, -1, -1};  ///< of the vertex
};
Corners corners_of(const Map2& map, Face face);

/// The face beyond a side at the level of this one, divided or not, or the coarser leaf there, its corners,
/// and which of its sides it is; none at a border.
struct Beyond {
    Face face;
    int side = -1;
    Corners corners = {};
};
Beyond beyond_side(const Map2& map, const Corners& corners, int level, int side);

}  // namespace souple
