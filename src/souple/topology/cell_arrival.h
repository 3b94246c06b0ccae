// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Where a point was found again after it moved.
#pragma once

namespace souple {

struct CellArrival {
    int cell = -1;          ///< -1: nowhere
    int hint = -1;          ///< a dart of that cell to start from next time, or -1
    bool searched = false;  ///< all cells were looked at
};

}  // namespace souple
