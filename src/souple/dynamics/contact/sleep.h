// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Islands of bodies that have come to rest are left alone until something moves against them.
#pragma once

#include "souple/dynamics/contact/interaction_scratch.h"
#include "souple/dynamics/contact/touchables.h"

namespace souple {

/// Finds the islands whose bodies have all been quiet for long enough, marks their frames asleep, and takes
/// the manifolds between them out of the active ones. Cloth, points, links and moving obstacles keep their
/// islands awake.
void find_sleepers(const ContactView& view, InteractionScratch& scratch);

/// Puts sleepers back where they lay: whatever advanced them, they have not moved.
void keep_asleep(InteractionScratch& scratch, State& state);

/// At the end of a step [s]: counts how long each frame has been slow.
void count_quiet(const Model& model, Real length, State& state);

}  // namespace souple
