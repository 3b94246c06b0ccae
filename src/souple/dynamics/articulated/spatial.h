// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Six-vectors of rigid motion in world axes: what turns and what moves together, about a reference point
// (003 F3.17). Moving the reference point is cheap, so every link keeps its own. Their algebra has a header
// of its own: compiling it takes seconds, and most of the engine only stores these.
#pragma once

#include "souple/math/types.h"

namespace souple {

using Vec6 = Eigen::Matrix<Real, 6, 1>;
using Mat6 = Eigen::Matrix<Real, 6, 6>;

/// A velocity or an acceleration: of turning, and of the reference point.
struct Twist {
    Vec3 w = Vec3::Zero();
    Vec3 v = Vec3::Zero();
};

/// A force or an impulse, with its moment about the reference point.
struct Wrench {
    Vec3 moment = Vec3::Zero();
    Vec3 force = Vec3::Zero();
};

/// moment = turning w + coupling v, force = coupling^T w + mass v.
struct SpatialInertia {
    Mat3 turning = Mat3::Zero();   ///< [kg m^2]
    Mat3 coupling = Mat3::Zero();  ///< [kg m]
    Mat3 mass = Mat3::Zero();      ///< [kg]
};

}  // namespace souple
