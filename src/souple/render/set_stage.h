// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What all pictures of a film share: the camera, and how its parts look.
#pragma once

#include "souple/render/render_frame.h"

namespace souple {

struct FilmStage {
    Camera camera;
    RenderSettings settings;
    Real trail_radius = 0;  ///< [m] of the paths that the film wants to be shown; 0: none
};

/// Looks through the whole film, so that a still and the film match, and does what its staging says; the rest
/// is chosen: a camera that has everything in its picture, ranges of the quantities that are shown, lengths
/// of arrows.
FilmStage set_stage(const Film& film, const RenderSettings& settings);

/// The frame that a still of the film shows.
int still_of(const Film& film);

}  // namespace souple
