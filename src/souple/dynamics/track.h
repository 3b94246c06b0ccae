// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Key frames of a placement: how an obstacle or a group of pins is moved by the animator.
#pragma once

#include <string>
#include <vector>

#include "souple/math/types.h"

namespace souple {

struct PoseKey {
    Real time = 0;  ///< [s]
    Pose pose;
};

/// Placements at increasing times; between keys positions go linearly (or smoothly) and rotations by slerp,
/// before the first and after the last they hold.
struct Track {
    std::string name;
    std::vector<PoseKey> keys;
    bool smooth = false;  ///< ease in and out between keys, so that the velocity starts and ends at zero
};

Pose pose_at(const Track& track, Real time);

}  // namespace souple
