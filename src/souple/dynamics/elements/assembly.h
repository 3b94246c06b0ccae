// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Local to global, written once for every law: sums element forces into points in one fixed order, so that
// the bits are the same on any number of threads.
#pragma once

#include <vector>

#include "souple/core/types.h"
#include "souple/math/types.h"

namespace souple {

struct Model;

/// For each point of a part, the element corners that act on it, in element order.
struct Incidence {
    std::vector<int> first;    ///< point_count + 1
    std::vector<int> corners;  ///< element * node_count + corner
};

/// Buffers of force evaluation, rebuilt when the Model changes, never saved.
struct Assembly {
    int revision = -1;
    std::vector<Incidence> spring_incidence, hinge_incidence, bend_incidence, tie_incidence;  ///< by part
    std::vector<Vec3> corner_force;  ///< one for each corner of the longest element array
};

/// Follows the Model: does nothing when the revision is the one it was built for.
void prepare(const Model& model, Assembly& assembly);

}  // namespace souple
