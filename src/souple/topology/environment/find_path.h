// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The way from one place to another around obstacles: the shortest row of cells by A*, then a string pulled
// tight through their sides.
#pragma once

#include <vector>

#include "souple/topology/environment/environment.h"

namespace souple {

/// A place where the way may bend.
struct PathBend {
    Vec2 place = Vec2::Zero();  ///< [m]
    bool at_wall = false;       ///< else cells alone make it bend there
};

/// A side to go through: its ends, seen in the direction of the way.
struct PathGap {
    PathBend right, left;
};

/// Room to look for ways in; nothing is allocated once it is large enough.
struct PathRoom {
    std::vector<Dart> sides;  ///< to go through, in their order
    std::vector<PathGap> gaps;
    std::vector<PathBend> bends;
};

/// Fills the bends of a string from `from`, which `first` holds, through the sides of the room to `to`,
/// pulled tight; `to` is the last. It keeps `clearance` [m] away from corners of walls where sides are wide
/// enough.
void pull_tight(const Environment& ground, Face first, const Vec2& from, const Vec2& to, Real clearance,
                PathRoom& room);

/// [m] where the side of a dart is crossed while the way is not known better.
inline Vec2 middle_of(const Environment& ground, Dart d) {
    return (start_of(ground, d) + finish_of(ground, d)) / 2;
}

/// Where the way bends, and the goal last; empty when there is no way. Clearance as above.
std::vector<Vec2> find_path(const Environment& ground, const Vec2& from, const Vec2& to, Real clearance);

}  // namespace souple
