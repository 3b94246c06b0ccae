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

/// What is left of a frame, in units of its largest number and in whole steps. Bytes do where half a step is
/// within the tolerance, or nearly.
MotionWay rounded(const std::vector<float>& left, Real tolerance, Real& unit) {
    unit = 0;
    for (const float number : left) unit = std::max(unit, std::abs(static_cast<Real>(number)));
    MotionWay way{.is_fine = unit / 254 > 0.3 * tolerance, .steps = {}};
    way.steps.reserve(left.size());
    for (const float number : left)
        way.steps.push_back(static_cast<std::int16_t>(std::lround(number / unit / way.step())));
    return way;
}

Real product(const MotionWay& way, const std::vector<float>& left) {
    Real sum = 0;
    for (std::size_t i = 0; i < left.size(); ++i) sum += way.steps[i] * static_cast<Real>(left[i]);
    return sum * way.step();
}

Real squared(const MotionWay& way) {
    Real sum = 0;
    for (const std::int16_t step : way.steps) sum += static_cast<Real>(step) * step;
    return sum * way.step() * way.step();
}

/// Takes away from what is left of a frame what this way explains of it; returns its weight, as files keep
/// it.
Real take_away(const MotionWay& way, Real way_squared, std::vector<float>& left) {
    const auto weight = static_cast<float>(product(way, left) / way_squared);
    const Real each = weight * way.step();
    for (std::size_t i = 0; i < left.size(); ++i) left[i] -= static_cast<float>(each * way.steps[i]);
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
    // each frame is bad once for itself, and some a few times more for what rounding left of them
    const std::size_t most_ways = 4 * moved.size() + 16;
    while (modes.ways.size() < most_ways) {
        const auto next = std::max_element(worst.begin(), worst.end());
        if (!(*next > tolerance)) break;
        Real unit = 0;
        const MotionWay& way = modes.ways.emplace_back(
            rounded(moved[static_cast<std::size_t>(next - worst.begin())], tolerance, unit));
        const Real length_squared = squared(way);
        std::vector<Real>& weight = weights.emplace_back(moved.size(), 0);
        parallel_for(
            frames,
            [&](int f) {
                weight[f] = take_away(way, length_squared, moved[f]);
                worst[f] = worst_of(moved[f]);
            },
            1);
    }
    modes.weights.reserve(weights.size() * moved.size());
    for (int f = 0; f < frames; ++f)
        for (const std::vector<Real>& weight : weights) modes.weights.push_back(weight[f]);
    return modes;
}

}  // namespace souple
