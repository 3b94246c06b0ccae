// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Sections of different wisps, or of one, that meet (001 W5.1 to W5.3).
#pragma once

#include "souple/dynamics/control.h"
#include "souple/dynamics/hair/hair_scratch.h"
#include "souple/dynamics/hair/section.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Frames of every particle of every wisp, with tracks and anchors where these poses are, into
/// scratch.frames.
void find_frames(const Model& model, const std::vector<Pose>& tracks, const std::vector<Pose>& anchors,
                 const Hair& hair, const State& state, HairScratch& scratch);

/// One end of a section; `point` is an index into the State.
SectionEnd section_end(const Model& model, const Hair& hair, const State& state, const HairScratch& scratch,
                       int point);

/// All meetings of sections where the wisps are, for contact_at, in a fixed order (001 W5.2, W5.3).
void find_wisp_contacts(const Model& model, const Control& control, const Hair& hair, const State& state,
                        HairScratch& scratch);

}  // namespace souple
