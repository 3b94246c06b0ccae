// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The walls of an environment as segments: where one can walk on the left and not on the right.
#pragma once

#include <vector>

#include "souple/topology/environment/environment.h"

namespace souple {

struct Wall {
    Vec2 a = Vec2::Zero(), b = Vec2::Zero();  ///< [m]
};

/// Straight ones are whole, however many cells they pass. In the order of their first darts.
std::vector<Wall> find_walls(const Environment& ground);

}  // namespace souple
