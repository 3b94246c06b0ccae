// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What the search for folds of one surface remembers from step to step, so that it looks only where points
// have moved. What it finds does not depend on it: nothing of this is saved.
#pragma once

#include <cstddef>
#include <vector>

#include "souple/math/lanes.h"
#include "souple/math/types.h"

namespace souple {

/// Four folds side by side.
struct FoldPacket {
    LaneIndices a{}, b{}, c{}, d{};  ///< points of the State
    Lanes limit{};    ///< cosine below which one of its faces is too bent; none in lanes that are left over
    Lanes bending{};  ///< the square of the same for four fifths of that angle, with its sign
    Lanes chord{};    ///< of the unit circle, under the angle of `limit`
};

struct FoldWatch {
    int revision = -1;                ///< of the Model whose folds these are
    std::size_t folds = 0;            ///< how many there were
    std::vector<FoldPacket> packets;  ///< of the folds that have a limit
    int limited = 0;                  ///< how many those are
    bool is_lively = false;           ///< points go far in this step: all folds are looked at after it
    bool knows_bending = false;       ///< all folds were looked at where points were last seen
    std::vector<int> bending;         ///< then: packets with one beyond four fifths of its limit
    std::vector<Vec3> seen;           ///< [m] points of the part when they were last looked at
    bool knows_ways = false;          ///< `travelled` and `due` are of all looks since they were begun
    Real travelled = 0;     ///< [m] sum over the looks of a bound on the way of any point beyond a common one
    std::vector<Real> due;  ///< [m] by packet: what `travelled` must reach before a fold can pass its limit
};

}  // namespace souple
