// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What all pictures of a film share: the camera, and how its parts look.
#pragma once

#include "souple/render/render_frame.h"
#include "souple/view/film.h"

namespace souple {

struct FilmStage {
    Camera camera;
    RenderSettings settings;
    Real trail_radius = 0;  ///< [m] of the paths that the film wants to be shown; 0: none
};

struct FrameRange {
    int first = 0, last = 0;  ///< both are shown
};

/// Looks through the whole film and does what its staging says; the rest is chosen: one camera for the frames
/// that are shown (none told: all) and, where paths are drawn, for those before; and for the whole film, so
/// that a still and the film match, ranges of the quantities that are shown, lengths of arrows, the ground.
FilmStage set_stage(const Film& film, const RenderSettings& settings,
                    std::optional<FrameRange> shown = std::nullopt);

/// The frame that a still of the film shows.
int still_of(const Film& film);

}  // namespace souple
