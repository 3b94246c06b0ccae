// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// One pass up the contact graph (003 F3.63): what lies nearer to something fixed counts as fixed itself, so
// that a blow, or a weight, is stopped all the way up at once.
#pragma once

#include "souple/dynamics/contact/interaction_scratch.h"

namespace souple {

/// Takes the packets, of one manifold each, in the order of scratch.upward. What it adds has no reaction on
/// the held side, so the rows do not remember it: their impulses stay those that both sides got.
void propagate_shock(Real h, InteractionScratch& scratch);

}  // namespace souple
