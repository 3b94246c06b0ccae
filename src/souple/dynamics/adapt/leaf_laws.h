// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Springs, bends, triangles and folds of the leaves. Every law is summed leaf by leaf, so that it is the same
// whatever meets at an edge: the coarse face pulls the whole edge, the fine ones its halves (004 A6).
#pragma once

#include "souple/dynamics/adapt/leaf_walk.h"

namespace souple {

/// [m^2] of a leaf nearest to each of its corners at rest (004 F4.12, F4.21).
std::array<Real, 4> corner_areas(const LeafWalk& walk, const Leaf& leaf);

/// How often the laws of a triangle act, as its sides at rest ask for (004 F4.24); squares of level i are
/// kicked every T / 2^i.
int rate_of(const LeafWalk& walk, const Nodes<3>& triangle);

/// Adds the laws of all leaves and fills the ranges of the part's rates.
void add_laws(LeafWalk& walk, Part& part);

}  // namespace souple
