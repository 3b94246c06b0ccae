// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What the search for folds of one surface remembers from step to step, so that it looks only where points
// have moved. What it finds does not depend on it: nothing of this is saved.
#pragma once

#include <vector>

#include "souple/math/types.h"

namespace souple {

struct FoldWatch {
    int revision = -1;       ///< of the Model whose folds these are
    std::vector<Vec3> seen;  ///< [m] points of the part when they were last looked at
    Real travelled = 0;      ///< [m] sum over the looks of the longest way of any point beyond the common one
    std::vector<Real> due;   ///< [m] by fold: what `travelled` must reach before it can pass its limit
};

}  // namespace souple
