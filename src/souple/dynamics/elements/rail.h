// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A circle that a point must stay on, met by overwriting position and velocity after a step (001 W3.5).
#pragma once

#include "souple/math/types.h"

namespace souple {

struct Rail {
    static constexpr int node_count = 1;
    Nodes<1> nodes{};
    Vec3 centre = Vec3::Zero();  ///< [m]
    Vec3 axis = Vec3::UnitZ();   ///< unit normal of the circle's plane
    Real radius = 1;             ///< [m] > 0
    Real speed = 0;              ///< [m/s] > 0: the known speed; 0: the tangential speed is kept as it is
};

/// Puts the point back on the circle and its velocity along it.
void correct(const Rail& rail, Vec3& x, Vec3& v);

}  // namespace souple
