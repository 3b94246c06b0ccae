// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A link holds two places of matter together, on any two parts or on two bodies of one: rigidly, or with a
// spring of no length. It pulls at both ends alike and lets them turn.
#pragma once

#include "souple/dynamics/material_point.h"

namespace souple {

struct Link {
    MaterialPoint a = {}, b = {};
    Real stiffness = 0;  ///< [N/m] 0: rigid
    Real damping = 0;    ///< [kg/s] of a spring
};

}  // namespace souple
