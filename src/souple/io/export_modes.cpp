// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A greedy basis: Gram-Schmidt over the frames, the worst one first. It needs somewhat more ways than the
// best basis there is, but its error is known at every point, and the numbers do not depend on threads.
#include "souple/io/export_modes.h"

#include <algorithm>
#include <cmath>

#include "souple/core/parallel.h"

namespace souple {

namespace {

/// [m] how far the worst point is off.
Real worst_of(const std::vector<float>& left) {
    float most = 0;
    for (std::size_t i = 0; i + 2 < left.size(); i += 3)
        most = std::max(most, left[i] * left[i] + left[i + 1] * left[i + 1] + left[i + 2] * left[i + 2]);
    return std::sqrt(static_cast<Real>(most));
}

Real product(const std::vector<float>& a, const std::vector<float>& b) {
    Real sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<Real>(a[i]) * b[i];
    return sum;
}

/// Takes away from what is left of a frame what this way explains of it; returns its weight.
Real take_away(const std::vector<float>& way, Real way_squared, std::vector<float>& left) {
    const Real weight = product(way, left) / way_squared;
    for (std::size_t i = 0; i < left.size(); ++i) left[i] -= static_cast<float>(weight * way[i]);
    return weight;
}

}  // namespace

MotionModes find_modes(std::vector<std::vector<float>> moved, Real tolerance) {
    const int frames = static_cast<int>(moved.size());
    std::vector<Real> worst(moved.size());
    parallel_for(
        frames, [&](int f) { worst[f] = worst_of(moved[f]); }, 1);
    std::vector<std::vector<Real>> weights;  // by way, then by frame
    MotionModes modes;
    for (int k = 0; k < frames; ++k) {
        const auto next = std::max_element(worst.begin(), worst.end());
        if (!(*next > tolerance)) break;
        modes.ways.push_back(moved[static_cast<std::size_t>(next - worst.begin())]);
        const std::vector<float>& way = modes.ways.back();
        const Real squared = product(way, way);
        std::vector<Real>& weight = weights.emplace_back(moved.size(), 0);
        parallel_for(
            frames,
            [&](int f) {
                weight[f] = take_away(way, squared, moved[f]);
                worst[f] = worst_of(moved[f]);
            },
            1);
        // what rounding leaves of the frame itself is not a way
        *next = std::min(*next, tolerance);
    }
    modes.weights.reserve(weights.size() * moved.size());
    for (int f = 0; f < frames; ++f)
        for (const std::vector<Real>& weight : weights) modes.weights.push_back(weight[f]);
    return modes;
}

}  // namespace souple
