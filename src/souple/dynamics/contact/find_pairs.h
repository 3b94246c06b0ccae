// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The broad phase: pairs of touchables whose boxes over the step overlap and that may touch.
#pragma once

#include "souple/dynamics/contact/touchables.h"

namespace souple {

/// Fills scratch.pairs in an order that depends on the touchables only, never on threads.
void find_pairs(const Model& model, InteractionScratch& scratch);

}  // namespace souple
