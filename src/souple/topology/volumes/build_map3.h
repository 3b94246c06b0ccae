// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// From lists of hexahedra to a 3-map.
#pragma once

#include <array>
#include <span>
#include <string>

#include "souple/topology/volumes/map3.h"

namespace souple {

/// The corners of a hexahedron: bit 0 of the place in the list says low or high along the first of its own
/// three directions, bit 1 along the second, bit 2 along the third, which make a right-handed frame.
using HexahedronCorners = std::array<int, 8>;

/// Vertex i is point i, volume h is hexahedron h. Throws a TopologyError naming the hexahedron or point where
/// the cells are not a manifold: a corner used twice, a face of three cells or of two that disagree about
/// their sides, cells that meet in a point or an edge only, a point without a cell.
Map3 map_from_hexahedra(int point_count, std::span<const HexahedronCorners> hexahedra,
                        const std::string& name);

}  // namespace souple
