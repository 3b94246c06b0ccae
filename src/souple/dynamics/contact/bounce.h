// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Impacts: what touches within the interval and comes too fast to come to rest bounces by the impact law.
#pragma once

#include "souple/dynamics/contact/interaction_scratch.h"
#include "souple/dynamics/model.h"

namespace souple {

/// Answers impacts pair by pair until nothing that bounces approaches faster than the bounce speed. Adds to
/// scratch.shift and scratch.turn what each impact changes of the way that is left after it.
void bounce(const Model& model, Real h, InteractionScratch& scratch);

/// Where the sides' centres were at the start of the interval; the place itself for sides that do not turn.
SideCentres centres_of(const InteractionScratch& scratch, const Manifold& manifold);

}  // namespace souple
