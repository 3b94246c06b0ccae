// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What fixed ground and walls carry of whatever stands on them: the part of the sources' reactions that does
// not come from springs (003 F3.68, F3.69).
#pragma once

#include <span>

#include "souple/dynamics/contact/interaction_scratch.h"
#include "souple/dynamics/model.h"

namespace souple {

/// Carries what stands on an obstacle for the time h [s]: finds scratch.reaction of the active manifolds, and
/// applies it to the movers.
///
/// GroundReaction: the weight of the whole object, along the normal, is shared over all places where it
/// reaches into something fixed, in proportion to their depths. An articulated body on a floating base is one
/// object; of one that hangs on the world each link is, for the ground cannot know what the base carries.
///
/// WallReaction: each link's own weight and the forces from outside on its object, along the normal, are
/// shared in the same way, but over walls that face the same way only: those that face along another axis do
/// not count. `outside` [N] is the force on each frame, weight included.
///
/// No link is thrown up by what is carried: a hand that is alone in the ground would get the whole weight of
/// its body otherwise, and rattle.
void carry_loads(const Model& model, Real h, std::span<const Vec3> outside, InteractionScratch& scratch);

}  // namespace souple
