// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What the pointer takes hold of in a running world, and what it holds still. How hands pull and push is in
// souple/dynamics/hands.h.
#pragma once

#include <vector>

#include "souple/dynamics/world.h"
#include "souple/view/plan_view.h"

namespace souple {

/// What the pointer hit in a picture of the world.
struct Touched {
    std::string structure;   ///< of the frame
    int node = 0;            ///< instances and discs: which one
    Vec3 at = Vec3::Zero();  ///< [m] the place
};

/// A point that stays where it is, whatever pulls at it.
struct StillPoint {
    int part = -1;
    int point = -1;
    Vec3 place = Vec3::Zero();  ///< [m]
};

/// The points that somebody holds still.
struct HeldPoints {
    std::vector<StillPoint> points;
    int revision = -1;  ///< of the model that holds them
};

/// What is at the touched place: the frame that was hit, or the nearest point that can move. InputError when
/// the structure is unknown, or nothing of it can move.
Grab find_touched(const ViewPlan& plan, const World& world, const Touched& touched);

/// Holds a touched thing where it is: a point for good, anything else by a spring that lasts.
void hold_still(const Grab& touched, World& world, HeldPoints& held);

/// Lets go of the held thing of this part that is nearest to the place; InputError when none is held.
void let_go(int part, const Vec3& at, World& world, HeldPoints& held);

/// Holds the still points again when the model was built anew.
void follow_model(World& world, HeldPoints& held);

}  // namespace souple
