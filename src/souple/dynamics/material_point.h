// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A place on a part that moves with its matter.
#pragma once

#include "souple/math/types.h"

namespace souple {

/// Weights on three points, or a spot in a frame's body axes.
struct MaterialPoint {
    Nodes<3> nodes{-1, -1, -1};
    Vec3 weights = Vec3::Zero();
    int frame = -1;
    Vec3 local = Vec3::Zero();  ///< [m] in the frame's axes
};

}  // namespace souple
