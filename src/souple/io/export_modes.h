// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The motion of many points as a sum of few: a head of hair of thousands of strands moves in some twenty
// ways.
#pragma once

#include <cstdint>
#include <vector>

#include "souple/math/types.h"

namespace souple {

/// One way to move: three whole numbers for each point, of which 127 (or 32767 when `is_fine`) mean 1. glTF
/// calls such numbers normalised bytes and shorts.
struct MotionWay {
    bool is_fine = false;
    std::vector<std::int16_t> steps;
    Real step() const { return is_fine ? 1.0 / 32767 : 1.0 / 127; }
};

/// In frame f point i is where it was in the first frame, plus the sum over k of weights[f * ways.size() + k]
/// times ways[k] of it.
struct MotionModes {
    std::vector<MotionWay> ways;
    std::vector<Real> weights;  ///< [m] zero in the first frame
};

/// `moved`: by frame, for each point three numbers, how far it is from where it was in the first frame [m].
/// No point of the sum is farther than `tolerance` [m] > 0 from where it should be. The frame that is shown
/// worst adds the next way, until none is bad; what a way lost when it was rounded is left to those after it.
MotionModes find_modes(std::vector<std::vector<float>> moved, Real tolerance);

}  // namespace souple
