// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// All hairs of a part as polylines: what a picture shows of it at one moment.
#pragma once

#include <vector>

#include "souple/dynamics/control.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Polylines one after the other.
struct HairLines {
    std::vector<Vec3> points;  ///< [m]
    std::vector<int> first;    ///< start of each hair, and the end of the last
    std::vector<Real> wanted;  ///< [m] by hair: the length it should have
    Real deepest = 0;          ///< [m] that a point was inside an obstacle before it was lifted out
};

/// Every hair of every wisp, in the order of slots. Points inside an obstacle are lifted to its surface when
/// `lift` says so; those between the two particles of the root, which lie in the head, are left.
HairLines draw_hairs(const Model& model, const Control& control, const Hair& hair, const State& state,
                     bool lift = true);

}  // namespace souple
