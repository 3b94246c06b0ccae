// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What people do to a running world with the pointer: pull at it, push it, hold it still, load it.
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

/// A damped spring from a place on a part to the pointer.
struct Grab {
    int owner = 0;  ///< who pulls; 0: nobody, it lasts
    int part = -1;
    int point = -1;              ///< State::x, or -1
    int frame = -1;              ///< State::frames, or -1
    Vec3 local = Vec3::Zero();   ///< [m] frame: in its axes
    Vec3 rest = Vec3::Zero();    ///< [m] point: where it lies in the shape at rest
    Vec3 target = Vec3::Zero();  ///< [m] where the pointer is
};

/// A point that stays where it is, whatever pulls at it.
struct StillPoint {
    int part = -1;
    int point = -1;
    Vec3 place = Vec3::Zero();  ///< [m]
};

/// A force that acts on a place of a part until somebody takes it away.
struct HeldForce {
    int number = 0;  ///< its name
    Grab at;
    Vec3 force = Vec3::Zero();  ///< [N] world axes
};

/// A ball on the pointer that pushes points and bodies out of itself.
struct PushBall {
    int owner = 0;
    Vec3 at = Vec3::Zero();  ///< [m]
    Real radius = 0.1;       ///< [m]
};

struct Hands {
    std::vector<Grab> grabs;
    std::vector<StillPoint> still;
    std::vector<HeldForce> forces;
    std::vector<PushBall> balls;
    int next_force = 1;  ///< number of the next one
    int revision = -1;   ///< of the model that holds the still points
};

/// Whether somebody's hands change what would happen.
bool is_busy(const Hands& hands);

/// What is at the touched place: the frame that was hit, or the nearest point that can move. InputError when
/// the structure is unknown, or nothing of it can move.
Grab find_touched(const ViewPlan& plan, const World& world, const Touched& touched);

/// [m] where the grabbed matter is.
Vec3 place_of(const Grab& grab, const World& world);

/// Adds the forces of all that hands do for one step of length h; take_off_forces removes them afterwards.
void put_on_forces(const Hands& hands, Real h, World& world);
void take_off_forces(World& world);

/// Holds a touched thing where it is: a point for good, anything else by a spring that lasts.
void hold_still(const Grab& touched, World& world, Hands& hands);

/// Lets go of the held thing of this part that is nearest to the place; InputError when none is held.
void let_go(int part, const Vec3& at, World& world, Hands& hands);

/// Holds the still points again when the model was built anew.
void follow_model(World& world, Hands& hands);

}  // namespace souple
