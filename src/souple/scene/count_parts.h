// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// How many points, bodies, cells and the like each part of a scene will have, and what they take of memory.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "souple/scene/scene_def.h"

namespace souple {

struct PartCount {
    std::string name;
    std::vector<std::pair<double, const char*>> words;  ///< {40401, "points"}
    double bytes = 0;
    double recording = 0;  ///< [B] more when frames of it are made
    double spots = 0;      ///< points and bodies that links may hold
};

/// One for each part, in their order. Numbers are those of the def, in floating point: products do not wrap.
/// Files are not read, only their sizes.
std::vector<PartCount> count_parts(const SceneDef& def);

}  // namespace souple
