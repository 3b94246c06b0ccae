// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The motion of many points as a sum of few: a head of hair of thousands of strands moves in some twenty
// ways.
#pragma once

#include <vector>

#include "souple/math/types.h"

namespace souple {

/// In frame f point i is where it was in the first frame, plus the sum over k of weights[f * ways.size() + k]
/// times ways[k] of it.
struct MotionModes {
    std::vector<std::vector<float>> ways;  ///< [m] three numbers for each point
    std::vector<Real> weights;             ///< zero in the first frame
};

/// `moved`: by frame, for each point three numbers, how far it is from where it was in the first frame [m].
/// No point of the sum is farther than `tolerance` [m] from where it should be. The frame that is shown worst
/// adds the next way, until none is bad.
MotionModes find_modes(std::vector<std::vector<float>> moved, Real tolerance);

}  // namespace souple
