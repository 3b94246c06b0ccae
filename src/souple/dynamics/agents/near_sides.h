// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Sides of bodies near a place, asked of the cells that they are registered in.
#pragma once

#include <array>

#include "souple/dynamics/agents/crowd_buffers.h"

namespace souple {

/// Numbers of sides, each once, in their order.
struct NearSides {
    std::array<int, 96> side;
    int count = 0;

    void add(int number) {
        int k = count;
        while (k > 0 && side[k - 1] > number) --k;
        if (k > 0 && side[k - 1] == number) return;
        if (count == static_cast<int>(side.size())) return;
        for (int j = count++; j > k; --j) side[j] = side[j - 1];
        side[k] = number;
    }
};

/// All sides within a distance [m] of p, which `start` holds, and perhaps some that are farther. Of more than
/// there is room for, those that are met last are left out.
void find_near_sides(const Registration& cells, Face start, const Vec2& p, Real distance, CellQueue& queue,
                     NearSides& sides);

/// The cell that a corner of a body is in: that of its side.
inline Face cell_of_corner(const CrowdBuffer& buffer, int corner) {
    return buffer.cells.segments[corner].from;
}

}  // namespace souple
