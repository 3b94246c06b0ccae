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

/// Movers of the two sides.
struct ManifoldMovers {
    int a = no_mover, b = no_mover;
};
ManifoldMovers movers_of(const InteractionScratch& scratch, const Manifold& manifold);

/// Centres of the two sides [m].
struct SideCentres {
    Vec3 a = Vec3::Zero(), b = Vec3::Zero();
};

/// Where they were at the start of the interval; the place itself for a spot of a cloth, which does not turn.
SideCentres centres_of(const InteractionScratch& scratch, const Manifold& manifold);

}  // namespace souple
