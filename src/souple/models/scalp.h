// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Where hair grows on a head: directions from its middle, on a spiral that covers the sphere evenly.
#pragma once

#include <vector>

#include "souple/math/types.h"

namespace souple {

/// Roots spread evenly over the head, as far from its top as the angle says.
struct ScalpDef {
    int count = 100;
    Real angle = 100;  ///< [deg] from the top
    Real face = 50;    ///< [deg] none in this half-angle around the front (+z) below the brow
    Real brow = 50;    ///< [deg] from the top
};

/// As many directions as the def counts; the face stays free. InputError when there is nothing but face.
std::vector<Vec3> scalp_directions(const ScalpDef& def);

}  // namespace souple
