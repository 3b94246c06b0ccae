// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What the pointer takes hold of in a running world. How hands pull and push is in souple/dynamics/hands.h,
// what they hold for good in souple/scene/held_things.h.
#pragma once

#include <string>

#include "souple/scene/held_things.h"
#include "souple/view/plan_view.h"

namespace souple {

/// What the pointer hit in a picture of the world.
struct Touched {
    std::string structure;   ///< of the frame
    int node = 0;            ///< instances and discs: which one
    Vec3 at = Vec3::Zero();  ///< [m] the place
};

/// What is at the touched place: the frame that was hit, or the nearest point that can move. InputError when
/// the structure is unknown, or nothing of it can move.
Grab find_touched(const ViewPlan& plan, const World& world, const Touched& touched);

}  // namespace souple
