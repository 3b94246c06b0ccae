// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The broad phase: pairs of touchables whose boxes over the step overlap and that may touch.
#pragma once

#include "souple/dynamics/contact/touchables.h"

namespace souple {

/// Whether two pieces of matter are of kinds that touch and have no corner in common: a point and a triangle,
/// two edges, or two points of parts without triangles.
bool is_matter_pair(const ContactView& view, const Touchable& a, const Touchable& b);

/// Fills scratch.pairs in an order that depends on the touchables only, never on threads.
void find_pairs(const ContactView& view, InteractionScratch& scratch);

}  // namespace souple
