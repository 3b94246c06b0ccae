// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The field on the nodes of a leaf of the lattice, and bounds on it in a whole cube of cells.
#pragma once

#include "souple/implicit/polygonise_skin.h"

namespace souple {

/// False when the skin surely does not pass through the closed cube of `cells` from the node `low` on, which
/// lies in this brick.
bool may_cross(const SkinMesher& mesher, int brick, const CellPlace& low, int cells);

/// Fills SkinMesher::values of a leaf. A node has the same bits in every leaf that it belongs to: its terms
/// are added in the order of the primitives. False, and nothing is filled in, when all nodes are on one
/// side.
bool fill_values(SkinMesher& mesher, int leaf);

}  // namespace souple
