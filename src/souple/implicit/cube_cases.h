// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The triangles of a cell for each of the 256 ways its corners can be inside or outside.
#pragma once

#include <array>
#include <cstdint>

namespace souple {

/// Corner c of a cell lies at (c & 1, c >> 1 & 1, c >> 2 & 1). Edge 4 a + n runs along axis a from the n-th
/// of the corners whose bit a is 0.
struct CubeEdge {
    int corner = 0;  ///< the lower end
    int axis = 0;
};
constexpr CubeEdge cube_edge(int edge) {
    const int axis = edge / 4, n = edge % 4;
    const int low = n & ((1 << axis) - 1);
    return {low | (n - low) << 1, axis};
}

/// Triangles with their corners on the edges of the cell, counter-clockwise seen from outside.
struct CubeCase {
    int count = 0;
    std::array<std::array<std::uint8_t, 3>, 5> triangles{};
};

/// By the bits of the corners inside. Two rules make the surface a closed manifold whatever the signs: on a
/// face with two opposite corners inside, these are cut off from each other, in the cell on either side
/// alike; and no triangle has a side inside a face of the cell unless that is where the next cell goes on.
const std::array<CubeCase, 256>& cube_cases();

}  // namespace souple
