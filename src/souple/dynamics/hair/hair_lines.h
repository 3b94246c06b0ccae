// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Hairs as polylines.
#pragma once

#include <vector>

#include "souple/math/types.h"

namespace souple {

/// Polylines one after the other.
struct HairLines {
    std::vector<Vec3> points;  ///< [m]
    std::vector<int> first;    ///< start of each hair, and the end of the last
    std::vector<Real> wanted;  ///< [m] by hair: the length it should have
    std::vector<int> by_slot;  ///< first hair of each slot, and the end of the last
    std::vector<int> number;   ///< by hair: the same whatever wisp it belongs to, as those split and merge
};

}  // namespace souple
