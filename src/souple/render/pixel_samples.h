// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Where the rays of one pixel go: numbers spread evenly over unit squares, from a stream of the pixel's own.
#pragma once

#include <array>
#include <vector>

#include "souple/core/rng.h"

namespace souple {

/// What a ray needs two numbers for.
enum class Choice { Pixel, Sun, Sky };

/// Reused from pixel to pixel; what it holds depends on the pixel and the number of samples alone.
class PixelSamples {
public:
    explicit PixelSamples(int samples);

    void start(int x, int y);
    /// Two numbers in [0, 1) for one ray.
    std::array<float, 2> at(Choice choice, int sample) const {
        return spots_[static_cast<std::size_t>(choice)][static_cast<std::size_t>(sample)];
    }

private:
    int columns_, rows_;
    std::array<std::vector<std::array<float, 2>>, 3> spots_;
};

}  // namespace souple
