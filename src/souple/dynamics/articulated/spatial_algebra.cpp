// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/articulated/spatial_algebra.h"

#include <Eigen/Cholesky>

namespace souple {

Mat6 inverse_of(const SpatialInertia& inertia) {
    Mat6 full;
    full << inertia.turning, inertia.coupling, inertia.coupling.transpose(), inertia.mass;
    return full.ldlt().solve(Mat6::Identity());
}

}  // namespace souple
