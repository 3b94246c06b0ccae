// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Numbers about contacts that do not come from the solver: what overlaps and what is crossed, looked at anew.
#pragma once

#include <span>
#include <vector>

#include "souple/dynamics/world.h"

namespace souple {

/// Whether cloth, points and hair count as thick as contacts keep them apart, or as thin as they are.
enum class Thickness { LeftOut, Counts };

/// [m] how deep the deepest body, point or triangle of a part lies in another body or in an obstacle, or
/// another in it; thickness of cloth and points does not count. Only pairs that may touch.
Real deepest_overlap(const World& world, int part);
/// The same of several parts with one look at what overlaps: by part of the Model, 0 for those not asked for.
/// What its own substeps keep apart, points of matter and obstacles and layers of one sheet, is not looked
/// at.
std::vector<Real> deepest_overlaps(const World& world, std::span<const int> parts,
                                   Thickness thickness = Thickness::LeftOut);

/// Pairs of triangles that pass through each other, one of them of this part; only pairs of parts that may
/// touch.
int crossing_count(const Model& model, const State& state, int part);

}  // namespace souple
