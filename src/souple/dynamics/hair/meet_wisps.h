// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Sections of different wisps, or of one, that meet: they collide, or go into each other and rub (001 W5).
#pragma once

#include "souple/dynamics/control.h"
#include "souple/dynamics/hair/hair_scratch.h"
#include "souple/dynamics/hair/section.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Frames of every particle of every wisp, with the tracks where these poses are, into scratch.frames.
void find_frames(const Model& model, const std::vector<Pose>& tracks, const Hair& hair, const State& state,
                 HairScratch& scratch);

/// One end of a section; `point` is an index into the State.
SectionEnd section_end(const Model& model, const Hair& hair, const State& state, const HairScratch& scratch,
                       int point);

/// All meetings of sections where the wisps are, into scratch.contacts, in a fixed order (001 W5.2, W5.3).
void find_wisp_contacts(const Model& model, const Control& control, const Hair& hair, const State& state,
                        HairScratch& scratch);

/// How a pair answers.
enum class WispMeeting { Nothing, Rub, Collide };

/// The criterion of 001 W5.4: sections rub where they move along each other, and where neither has a say
/// because they are parallel or move alike.
WispMeeting kind_of_meeting(const WispContactRule& rule, const Vec3& along_a, const Vec3& along_b,
                            const Vec3& relative);

/// What rubbing for h [s] makes of a relative velocity: nothing is left across both sections, and the rest
/// decays at the viscosity, whatever the number of times h is divided (001 W5.5, W5.7).
Vec3 rubbed(const Vec3& along_a, const Vec3& along_b, const Vec3& relative, Real viscosity, Real h);

/// Answers the contacts over an interval of h [s].
void answer_wisp_contacts(const Model& model, const Hair& hair, Real h, State& state, HairScratch& scratch);

}  // namespace souple
