// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The sources' alternatives to impulses: forces that grow with the overlap or with nearness.
#pragma once

#include "souple/dynamics/contact/interaction_scratch.h"
#include "souple/dynamics/model.h"

namespace souple {

/// Pushes with the forces of the penalty law for the time h [s], friction included; both sides equally.
/// What carry_loads has applied before, scratch.reaction, is a part of the force.
void penalize(const Model& model, Real h, InteractionScratch& scratch);

}  // namespace souple
