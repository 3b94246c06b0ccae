// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Which points and triangles, edges and edges of one sheet are near each other. A search finds all within a
// skin; as long as the sheet has not changed its shape by more than that, the list is good. Turning and
// flying as a whole change no shape. Each pair says how much change it can take before it matters.
#pragma once

#include <span>

#include "souple/dynamics/contact/hold_scratch.h"
#include "souple/dynamics/contact/movers.h"
#include "souple/dynamics/model.h"

namespace souple {

/// A sheet as the search sees it.
struct SheetView {
    const Model& model;
    const Part& part;
    std::span<const Nodes<2>> edges;  ///< of the part
    const Movers& movers;             ///< they know which points lie between others
};

/// [m] the farthest that a point has gone besides what all do as one rigid thing; infinite for places that
/// are not finite.
Real change_of_shape(Range points, const std::vector<Vec3>& from, const std::vector<Vec3>& to);

/// Forgets what was listed in another model.
void follow_sheet(const SheetView& view, OwnSheet& sheet);

/// Makes the list anew when it is not good for `more` [m] of travel from where the points are.
void refresh_near(const SheetView& view, const std::vector<Vec3>& x, Real more, OwnSheet& sheet);

/// Lists in sheet.awake the pairs that `more` [m] of travel can bring as near as they may be and `known` [m]
/// cannot, measured anew at x.
void wake_near(const std::vector<Vec3>& x, Real known, Real more, OwnSheet& sheet);

}  // namespace souple
