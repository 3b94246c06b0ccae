// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The paths that points and bodies have gone so far, as thin curves: a still then shows a motion.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "souple/view/frame.h"

namespace souple {

struct Trails {
    Real radius = 0;  ///< [m] of the curves; points are drawn as balls of at least seven times that
    std::map<std::string, std::vector<std::vector<Vec3>>> paths = {};  ///< [m] by structure and node
};

/// Takes in the next frame of a film.
void follow(const Frame& frame, Trails& trails);

/// The frame with the paths up to it, and with points large enough to be seen beside them.
Frame with_trails(Frame frame, const Trails& trails);

}  // namespace souple
