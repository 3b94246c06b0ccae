// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// All hairs of a part as polylines: what a picture shows of it at one moment. A hair is no more than its
// wisp makes it, so where it is belongs to the model of hair and not to the view.
#pragma once

#include "souple/dynamics/control.h"
#include "souple/dynamics/hair/hair_lines.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Every hair of every wisp, in the order of slots: from the seed, the frames and the radii alone. Sheets
/// that lie on a wisp flatten it: its samples end there, as they do at solids.
HairLines draw_hairs(const Model& model, const Control& control, const Hair& hair, const State& state);

/// Moves points that are inside an obstacle to its surface: an envelope ends at solids, but the curves
/// between two section planes know nothing of them. Those between the two particles of the root, which lie
/// in the head, are left.
void lift_hairs(const Model& model, const Control& control, const Hair& hair, const State& state,
                HairLines& lines);

/// The hairs as a picture shows them: drawn, pressed by sheets, lifted out of solids.
HairLines shown_hairs(const Model& model, const Control& control, const Hair& hair, const State& state);

}  // namespace souple
