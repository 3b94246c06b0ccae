// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Buffers of the search for the first contact of an interval.
#pragma once

#include <vector>

#include "souple/dynamics/contact/manifold.h"
#include "souple/dynamics/control.h"
#include "souple/dynamics/state.h"

namespace souple {

struct FirstContactScratch {
    State kept;                   ///< at the start of the piece of the interval that is tried
    std::vector<int> watched;     ///< manifolds that were open at that start
    Control at_end;               ///< obstacles where the try left them
    std::vector<Manifold> found;  ///< touches of a mesh

    // what an impact must not change
    std::vector<Vec3> x, frames_x;  ///< [m]
    std::vector<Quat> frames_q;
    std::vector<ManifoldMemory> touching;
};

}  // namespace souple
