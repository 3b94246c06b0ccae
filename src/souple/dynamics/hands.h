// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What people outside do to a running world: pull at it, load it, push it. They hold on to matter and not to
// its numbers, so that they reach through a step in which a surface divides or the model is built anew.
#pragma once

#include <vector>

#include "souple/math/types.h"

namespace souple {

struct Model;
struct State;

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
    std::vector<HeldForce> forces;
    std::vector<PushBall> balls;

    bool are_busy() const { return !grabs.empty() || !forces.empty() || !balls.empty(); }
};

/// What hands do over one interval; all empty when they rest.
struct HandForces {
    std::vector<Vec3> point;   ///< [N] by State::x
    std::vector<Vec3> frame;   ///< [N] by State::frames
    std::vector<Vec3> torque;  ///< [N m] by State::frames, world axes
};

/// Surfaces that refine themselves number their points anew while they run.
bool refines_itself(const Model& model, int part);

/// The point of the part that can move and is nearest to `at` among `places`, -1 when none can.
int nearest_free_point(const Model& model, int part, const std::vector<Vec3>& places, const Vec3& at);

/// [m] where the grabbed matter is.
Vec3 place_of(const Grab& grab, const Model& model, const State& state);

/// The forces of all that hands do, held over an interval of length h [s].
void find_hand_forces(const Hands& hands, const Model& model, const State& state, Real h, HandForces& forces);

}  // namespace souple
