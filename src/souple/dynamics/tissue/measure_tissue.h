// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Numbers about a tissue. They are those of the State: what Scratch holds is used when it has followed it.
#pragma once

#include "souple/dynamics/tissue/tissue.h"
#include "souple/dynamics/world.h"

namespace souple {

/// Leaves now, and the level of the finest.
int tissue_cell_count(const World& world, int part);
int deepest_tissue_cell(const World& world, int part);
/// Cells that are divided although they do not come near the tip, and leaves near it that could be finer.
int cells_astray(const World& world, int part);
/// 1 when a list is not as looking at all cells finds it, or what is written down is not what the State tells
/// of.
int tissue_fault(const World& world, int part);
/// [m] of all segments of the trail.
Real trail_length(const World& world, int part);
TissueNearest nearest_in_tissue(const World& world, int part);
/// [m] greatest difference of what the cells say is near from what looking at everything finds.
Real near_fault(const World& world, int part);

}  // namespace souple
