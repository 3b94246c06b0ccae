// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The field on the nodes of a leaf of the lattice, and which leaves the skin may pass through.
#pragma once

#include "souple/implicit/polygonise_skin.h"

namespace souple {

/// Fills SkinMesher::masks and ::reaches of a brick. A leaf is left out only when the skin surely does not
/// pass through it, its border included: a leaf is looked at as eight parts, since bounds on a sum of fields
/// are loose where many overlap and get better quickly in smaller balls.
void find_crossed_leaves(SkinMesher& mesher, int brick);

/// Fills SkinMesher::values of a leaf. A node has the same bits in every leaf that it belongs to: its terms
/// are added in the order of the primitives. False, and nothing is filled in, when all nodes are on one
/// side.
bool fill_values(SkinMesher& mesher, int leaf);

}  // namespace souple
