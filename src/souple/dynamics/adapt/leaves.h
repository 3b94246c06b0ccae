// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Which faces of an adaptive surface are divided at this moment: the part of its State besides x and v.
#pragma once

#include <vector>

#include "souple/math/types.h"
#include "souple/topology/map2.h"

namespace souple {

/// Points of the part are the vertices that live, in the order of their slots; those of the base mesh come
/// first and never go.
struct Leaves {
    Map2 map;
    std::vector<Vec3> rest;  ///< [m] by point, part coordinates
    std::vector<Real> calm;  ///< [s] by slot of `map.faces`: how long a divided face has been flat enough
    /// [m] by slot of a vertex: how deep a new point still lies in an obstacle. It comes out little by
    /// little.
    std::vector<Real> sunk;

    Real sunk_at(int slot) const { return slot < static_cast<int>(sunk.size()) ? sunk[slot] : 0; }

    /// Slots of the vertices that live, ascending: `order[point] = slot`.
    void list_points(std::vector<int>& order) const;
};

}  // namespace souple
