// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Springs, bends and folds of a leaf. Every law is summed leaf by leaf, so that it is the same
// whatever meets at an edge: the coarse face pulls the whole edge, the fine ones its halves (004 A6).
#pragma once

#include <algorithm>

#include "souple/dynamics/adapt/leaf_walk.h"

namespace souple {

/// [m^2] of a leaf nearest to each of its corners at rest (004 F4.12, F4.21).
std::array<Real, 4> corner_areas(const LeafWalk& walk, const Leaf& leaf);

/// How often the laws of a triangle act, as its sides at rest ask for (004 F4.24); squares of level i are
/// kicked every T / 2^i, where their folds do not need more.
int rate_of(const LeafWalk& walk, const Nodes<3>& triangle);

/// The sharpest folds of a sheet swing four times as fast with each level, its springs only twice: the rate
/// that a level needs so that folds do not go farther in its time than the springs of level 0 in theirs.
int rate_of_bends(const AdaptiveCloth& cloth, int level);

inline int spring_rate(const LeafWalk& walk, const Nodes<2>& ends) {
    return std::max(walk.rate_of(ends[0]), walk.rate_of(ends[1]));
}

/// Cosine of the largest angle that a leaf bears; -2 when it is not divided whatever its angle.
Real cosine_limit_of(const LeafWalk& walk, const Leaf& leaf);

/// Derives the laws and folds of a leaf from what is around it. The limits of all leaves are known.
void derive_laws(LeafWalk& walk, const Leaf& leaf);

}  // namespace souple
