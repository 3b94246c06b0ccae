// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Points of cloth, hair and particles on implicit skins. Skins and solids press each other over areas
// (press_skins.h); a point has none, so it is kept outside by impulses like everything else that is thin.
#pragma once

#include "souple/dynamics/contact/touchables.h"

namespace souple {

/// Places the fields of all skins where their frames are.
void pose_skins(const Model& model, const State& state, InteractionScratch& scratch);

/// The room that a skin may reach within the time that contacts are sought for.
Aabb skin_box(const ContactView& view, int skin, Real slack);

/// Where a point is nearest to the skin's surface. The strongest carrier there answers for the skin; no
/// contact when the point is farther than `margin` [m].
void touch_skin(const ContactView& view, int skin, int point, Real margin, Manifold& manifold);

}  // namespace souple
