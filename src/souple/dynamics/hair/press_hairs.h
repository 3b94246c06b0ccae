// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Sheets of other parts that lie on hair. A wisp touches them with its particles; its hairs, which are spread
// around these, are pressed: each stays on the side of the sheet where its wisp is. Pure.
#pragma once

#include <array>
#include <vector>

#include "souple/dynamics/hair/hair_lines.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"
#include "souple/geometry/bvh.h"

namespace souple {

/// One sheet as it is now.
struct SheetOnHair {
    Real thickness = 0;  ///< [m] hairs keep so far off, where their wisp does
    std::vector<std::array<Vec3, 3>> triangles;
    Bvh tree;
};

/// Sheets that the hair may touch.
std::vector<SheetOnHair> find_sheets(const Model& model, const Hair& hair, const State& state);

/// Fraction of the way from p to e that is left before the first sheet and its thickness; 1 when nothing is
/// in the way, 0 when p is in that thickness.
Real way_to_sheet(const std::vector<SheetOnHair>& sheets, const Vec3& p, const Vec3& e);

/// Moves points towards the axis of their wisp until no sheet is between them and it. Those between the two
/// particles of the root are left.
void press_hairs(const std::vector<SheetOnHair>& sheets, const Model& model, const Hair& hair,
                 const State& state, HairLines& lines);

/// [m] how far lines stand out on the other side of a sheet than that of their point number `root`, at the
/// most; what is before that point is in a head.
Real farthest_through(const std::vector<SheetOnHair>& sheets, const HairLines& lines, int root);

}  // namespace souple
