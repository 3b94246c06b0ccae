// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The broad phase: pairs of touchables whose boxes over the step overlap and that may touch.
#pragma once

#include <span>

#include "souple/dynamics/contact/touchables.h"

namespace souple {

/// Whether points, edges and triangles may meet those of other parts, or of their own once in an interval.
bool has_matter_pairs(const Model& model);

/// Whether two pieces of matter are of kinds that touch and have no corner in common: a point and a triangle,
/// two edges, or two points of parts without triangles. Not those of a sheet that meets itself in its
/// substeps.
bool is_matter_pair(const ContactView& view, const Touchable& a, const Touchable& b);

/// Empties the boxes of matter that meets no other matter, so that a search passes over it: that of parts
/// that touch bodies only, and what no part that it may touch comes near to. `reach` is room by part.
void leave_out_lonely(const Model& model, std::span<const Touchable> matter, std::span<Aabb> boxes,
                      std::vector<Aabb>& reach);

/// Fills scratch.pairs in an order that depends on the touchables only, never on threads.
void find_pairs(const ContactView& view, InteractionScratch& scratch);

}  // namespace souple
