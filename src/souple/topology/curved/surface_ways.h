// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The ways from everywhere on a curved surface to one place: how far it is from the middle of every side of
// the first triangles. One search serves everybody who heads for that place, wherever others lead him.
#pragma once

#include <vector>

#include "souple/topology/curved/curved_ground.h"

namespace souple {

struct SurfaceWays {
    int root = -1;             ///< of the goal; -1: not searched yet
    Vec3 goal = Vec3::Zero();  ///< [m]
    std::vector<Real>
        cost;  ///< [m] by triangle and side that one leaves it through: from there on; infinite: no way
};

SurfaceWays find_ways_to(const CurvedGround& ground, const Vec3& goal);

/// [m] the place to head for from x on a triangle: so far ahead on the way, or the goal when it is nearer;
/// x itself when there is no way.
Vec3 place_ahead(const CurvedGround& ground, const SurfaceWays& ways, int root, const Vec3& x, Real ahead);

}  // namespace souple
