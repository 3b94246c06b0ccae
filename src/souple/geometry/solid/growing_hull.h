// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A convex polyhedron of triangles that grows point by point, the farthest first. Which facets a point sees
// is decided exactly, on a grid of whole numbers, so that round-off cannot tear the surface.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "souple/math/types.h"

namespace souple {

struct HullFacet {
    std::array<int, 3> corners{};  ///< indices of points, counter-clockwise seen from outside
    std::array<int, 3> across{};   ///< the facet beyond the side from corner k to corner k + 1
    Vec3 normal{0, 1, 0};          ///< unit, outward
    Real offset = 0;               ///< [m]
    std::vector<int> outside;      ///< points beyond its plane that no other facet claimed
    bool alive = true, visible = false;
};

struct GrowingHull {
    std::vector<Vec3> points;                        ///< [m]
    std::vector<std::array<std::int64_t, 3>> exact;  ///< the points on the grid
    std::vector<HullFacet> facets;
    Real size = 0;       ///< [m], of the box around the points
    Real tolerance = 0;  ///< [m], points this near are inside
};

/// Nothing when the points lie in one plane.
std::optional<GrowingHull> grow_hull(std::span<const Vec3> points);

}  // namespace souple
