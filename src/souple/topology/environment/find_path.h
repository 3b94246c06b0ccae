// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The way from one place to another around obstacles: the shortest row of cells by A*, then a string pulled
// tight through their sides.
#pragma once

#include <vector>

#include "souple/topology/environment/environment.h"

namespace souple {

/// Where the way bends, and the goal last; empty when there is no way. It keeps `clearance` [m] away from
/// corners of walls where sides are wide enough.
std::vector<Vec2> find_path(const Environment& ground, const Vec2& from, const Vec2& to, Real clearance);

}  // namespace souple
