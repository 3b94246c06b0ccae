// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What is held and loaded for good: points that stay where they are, springs and forces that last. Hands put
// them there in the studio, and the controls `hold` and `load` of a scene, which is how the studio saves
// them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "souple/dynamics/world.h"
#include "souple/scene/scene.h"

namespace souple {

struct Simulation;

/// A point that stays where it is, whatever pulls at it.
struct StillPoint {
    int part = -1;
    int point = -1;
    Vec3 place = Vec3::Zero();  ///< [m]
};

/// One thing that is held or loaded since a time, or will be from then on.
struct HeldThing {
    std::string name;             ///< of its control
    Grab spot;                    ///< which material; of a hold also where
    std::optional<Vec3> force{};  ///< [N] a load; nothing: a hold
    bool has_target = true;       ///< a hold; without: where the spot is when its time comes
    int number = 0;               ///< of a load: its name
    Real from = 0;                ///< [s]
};

struct HeldThings {
    std::vector<StillPoint> points;  ///< of plain parts; the rest is in Control::hands
    std::vector<HeldThing> acting, waiting;
    int next_number = 1;  ///< of a load
    int revision = -1;    ///< of the model that holds the points
};

/// What the controls of a scene hold and load, each with its time to come. SceneError for a spot that is not
/// there.
HeldThings read_held(const Scene& scene, const World& world);

/// Holds a touched thing where it is: a point for good, anything else by a spring that lasts.
void hold_still(const Grab& touched, World& world, HeldThings& held);

/// A force on a touched thing until somebody takes it away; returns its number.
int load(const Grab& touched, const Vec3& force, World& world, HeldThings& held);
bool take_away(int number, World& world, HeldThings& held);  ///< false: there is none

/// Lets go of the held thing of this part that is nearest to the place; InputError when none is held.
void let_go(int part, const Vec3& at, World& world, HeldThings& held);
void let_all_go(World& world, HeldThings& held);

/// Before a step: what is due begins, and points are still in a model that was built anew.
void hold_things(Simulation& simulation);
void follow_model(World& world, HeldThings& held);

/// Controls that hold and load what is held and loaded now, or waits for its time.
Node held_controls(const Simulation& simulation);

/// The document with these in place of its own.
Document with_held(Document document, const Node& controls);

/// Whether two scenes hold and load the same from the same times on.
bool hold_alike(const Node& root, const Node& other);

}  // namespace souple
