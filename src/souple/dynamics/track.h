// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Key frames of a placement: how an obstacle or a group of pins is moved by the animator, or by a body that
// carries them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "souple/math/types.h"

namespace souple {

struct PoseKey {
    Real time = 0;  ///< [s]
    Pose pose;
};

struct State;  // dynamics/state.h

/// Placements at increasing times; between keys positions go linearly (or smoothly) and rotations by slerp,
/// before the first and after the last they hold.
struct Track {
    std::string name;
    std::vector<PoseKey> keys;
    bool smooth = false;  ///< ease in and out between keys, so that the velocity starts and ends at zero
    int frame = -1;       ///< >= 0: a body carries it, and the only key is where that starts
    std::optional<Pose> carried =
        {};  ///< what moves lies here in the axes of the movement, not at their origin
};

/// By the keys alone.
Pose pose_at(const Track& track, Real time);

/// Where it is now, whoever moves it.
Pose pose_now(const Track& track, const State& state);
/// Where it will be after h [s]: a body goes on as it goes.
Pose pose_after(const Track& track, const State& state, Real h);

}  // namespace souple
