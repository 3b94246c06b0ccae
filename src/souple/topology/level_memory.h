// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What the levels of a map would take if they were stored one by one, as level_stack.h does, beside what they
// take computed from the finest links (002 F2.7, F2.8). Borders are left out of both.
#pragma once

#include "souple/math/types.h"
#include "souple/topology/map2.h"
#include "souple/topology/volumes/map3.h"

namespace souple {

struct LevelMemory {
    long long darts = 0;    ///< of the finest level: each has its links, its level and its labels
    long long entries = 0;  ///< darts of each level, added up: which links it has there
    long long sets = 0;     ///< of links that differ from those of the level before
    int links = 4;          ///< in a set, with the vertex

    /// Bytes of computed levels by those of stored ones.
    Real share() const {
        const Real stored = static_cast<Real>(sets) * links * 4 + static_cast<Real>(entries) * 4;
        return stored > 0 ? static_cast<Real>(darts) * (links * 4 + 4) / stored : 1;
    }
};

LevelMemory memory_of_levels(const Map2& map);
LevelMemory memory_of_levels(const Map3& map);

}  // namespace souple
