// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// How skins that frames carry push each other, rigid bodies and obstacles: impulses over an interval, equal
// and opposite between what moves (000 F0.28, F0.30).
#pragma once

#include <span>

#include "souple/dynamics/contact/skin_scratch.h"
#include "souple/dynamics/control.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// A placed skin as contact sees it.
TouchingSkin touching_skin(const FrameSkin& skin, const PlacedSkin& placed);

/// Whether two parts may touch; -1 touches everything.
bool may_press(const Model& model, int a, int b);

/// A force and a torque on a frame for h [s].
void give_impulse(const Model& model, int f, const Vec3& force, const Vec3& torque, Real h, Frames& frames);

/// Carriers and field follow the frames. What it gives depends on them alone, so nothing of it is saved.
void place_field(const FrameSkin& skin, const Frames& frames, PlacedSkin& placed);
/// The seeds too: ready to be pressed.
void place_skin(const FrameSkin& skin, const Frames& frames, PlacedSkin& placed);

/// Adds to the loads of a placed skin what a solid with this friction gives it, and to `on_solid` (null:
/// nobody asks) what that receives. The seeds that touch are left in the scratch.
void press_on_solid(const FrameSkin& skin, const HardSolid& solid, Real friction, PlacedSkin& placed,
                    SkinScratch& scratch, SolidLoad* on_solid);

/// The surface of a piece in its own axes: exact inside, where alone skins ask for it.
Nearest nearest_of(const BodyPiece& piece, const Vec3& p, Real farthest);

/// Finds what skins receive, and store, where the frames are; h [s] is how long obstacles take for their way.
void load_skins(std::span<const FrameSkin> skins, const Model& model, const Control& control, Real h,
                const Frames& frames, SkinScratch& scratch);

/// [J] that pressing the skins of a part has stored; by agents apart.
Real pressed_energy(const Model& model, const Control& control, const Frames& frames, const Part& part);

/// Gives the frames what their skins receive in the time h [s].
void press_skins(std::span<const FrameSkin> skins, const Model& model, const Control& control, Real h,
                 Frames& frames, SkinScratch& scratch);

}  // namespace souple
