// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A picture of a frame: rays through Embree, a sun with soft shadows, light from the sky, antialiased.
#pragma once

#include <map>
#include <optional>

#include "souple/render/camera.h"
#include "souple/render/picture.h"
#include "souple/view/frame.h"
#include "souple/view/staging.h"

namespace souple {

/// What is drawn over the things themselves [000 F0.43, 002 F2.55].
struct Overlays {
    bool wireframe = false;   ///< edges of triangles
    bool forces = false;      ///< white arrows
    bool torques = false;     ///< red arrows
    bool contacts = false;    ///< orange balls where the quantity `contact` is not zero
    bool level = false;       ///< colours for the quantity `level`: refinement
    Real longest_force = 0;   ///< drawn a sixth of the picture high; 0: the longest of this frame
    Real longest_torque = 0;  ///< the same for torques
};

struct RenderSettings {
    int width = 640;               ///< [pixels]
    int height = 360;              ///< [pixels]
    int samples = 16;              ///< rays for each pixel, 1 to 4096
    Vec3 to_sun{-0.35, 0.8, 0.6};  ///< direction, of any length
    Real sun_size = 5;             ///< [degrees] across: soft shadows
    Overlays overlays;
    std::map<std::string, Look> looks = {};         ///< by part
    bool planes = true;                             ///< endless planes are drawn
    std::optional<Real> ground = std::nullopt;      ///< [m] height of a ground for frames without a plane
    Real reach = 0;                                 ///< [m] grounds are seen this far from what is looked at
    std::optional<Vec3> background = std::nullopt;  ///< colour as a screen shows it, instead of a sky
};

/// The same picture, bit by bit, on any number of threads. Throws InputError for settings out of range.
Picture render_frame(const Frame& frame, const Camera& camera, const RenderSettings& settings = {});

}  // namespace souple
