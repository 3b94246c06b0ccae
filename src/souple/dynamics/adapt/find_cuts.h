// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Which faces an obstacle reaches into between their points: finer ones would lie on it.
#pragma once

#include <vector>

#include "souple/dynamics/adapt/solids_now.h"
#include "souple/dynamics/model.h"

namespace souple {

/// What the search of one surface remembers from step to step, so that it looks only at leaves whose points
/// have gone far enough since. What it finds does not depend on it: nothing of this is saved.
struct CutWatch {
    int revision = -1;                     ///< of the Model whose leaves these are
    Real allowed_part = 0;                 ///< RefineRule::contact_depth when they were looked at
    std::vector<SolidsNow::Solid> solids;  ///< where they were when they were last looked at
    std::vector<Vec3> seen;                ///< [m] points of the part then
    Real gone = 0;                         ///< [m] sum over the looks of the longest way of any point
    std::vector<Real> due;                 ///< [m] by leaf: what `gone` must reach before it can be cut
};

/// Slots of the leaves that an obstacle reaches into between their points, ascending. The obstacles have no
/// margin.
void find_cut_faces(const Model& model, const SolidsNow& now, const AdaptiveCloth& cloth,
                    const std::vector<Vec3>& x, CutWatch& watch, std::vector<int>& faces);

}  // namespace souple
