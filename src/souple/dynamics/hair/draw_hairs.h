// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// All hairs of a part as polylines: what a picture shows of it at one moment. A hair is no more than its
// wisp makes it, so where it is belongs to the model of hair and not to the view.
#pragma once

#include "souple/dynamics/control.h"
#include "souple/dynamics/hair/hair_curves.h"
#include "souple/dynamics/hair/hair_lines.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Where the hairs of a part cross the sections of their wisps: worked out once, since it stays.
struct HairCourses {
    HairLook look;  ///< that they were found for
    int roots = 0, sections = 0;
    std::vector<DiscPlace> places;  ///< by root, hair and section
    std::vector<Real> part;         ///< by root and hair: of the length
};

/// Hairs of one part as they are shown at one moment, and what the next moment can use again.
struct ShownHairs {
    HairCourses courses;
    std::vector<HairLines> wisps;  ///< by slot
    HairLines lines;
};

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
/// The same into shown.lines; nothing that was there before changes the result.
void show_hairs(const Model& model, const Control& control, const Hair& hair, const State& state,
                ShownHairs& shown);

/// All hair of a world as it is shown. What was drawn once serves all who look until somebody forgets it.
struct HairGallery {
    std::vector<ShownHairs> hair;  ///< by Model::hair
    std::vector<bool> is_drawn;
};
/// To be called when the world has changed.
void forget(HairGallery& gallery);
const HairLines& lines_of(const Model& model, const Control& control, const Hair& hair, const State& state,
                          HairGallery& gallery);

}  // namespace souple
