// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Numbers of a scene that change over time: where they are written, and their values.
#pragma once

#include <array>
#include <vector>

#include "souple/scene/json/paths.h"
#include "souple/scene/scene.h"

namespace souple {

/// One animated number: where it is written, and its keys.
struct AnimatedNumber {
    CompiledPath path;
    std::vector<std::array<Real, 2>> keys;  ///< [time, value]
    Real value = 0;                         ///< that the model was built with
};

std::vector<AnimatedNumber> find_animated(const Scene& scene);

/// A linear function of time through the keys, constant outside them.
Real value_at(const std::vector<std::array<Real, 2>>& keys, Real time);

/// Writes the numbers of this time into the document; false when all are as they were.
bool update_numbers(Scene& scene, std::vector<AnimatedNumber>& animated, Real time);

/// Reads what holds the numbers as it is at the times of their keys: a bad value is found before the run,
/// SceneError at its place. Of more keys than can be read in seconds a sample is, with the least and the
/// largest value of each.
void check_animated_values(Scene& scene, std::vector<AnimatedNumber>& animated);

}  // namespace souple
