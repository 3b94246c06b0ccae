// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The laws of all leaves of a surface in the Model's arrays: rate by rate, and within a rate leaf by leaf.
#pragma once

#include "souple/dynamics/adapt/leaf_walk.h"

namespace souple {

/// Derives the laws of leaves that have none, keeps those of the others, and fills what follows the leaves in
/// the Model, in the surface and in the part's rates.
void arrange_laws(LeafWalk& walk, Part& part);

}  // namespace souple
