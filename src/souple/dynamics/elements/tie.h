// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// An attachment at material coordinates: a spring of no length between two places given by weights on points,
// or between one such place and an anchor that a track moves:
//   E = k/2 |d|^2,  d = sum_i w_i x_i - anchor.   The weights of the second place are negative.
#pragma once

#include "souple/math/types.h"

namespace souple {

struct Tie {
    static constexpr int node_count = 6;
    Nodes<6> nodes{-1, -1, -1, -1, -1, -1};  ///< -1: unused
    std::array<Real, 6> weights{};
    bool anchored = false;      ///< true: the other end is `local`, carried by `track`
    Vec3 local = Vec3::Zero();  ///< [m] in the track's coordinates, the world's when track is -1
    int track = -1;
    Real stiffness = 0;  ///< [N/m] >= 0
    Real damping = 0;    ///< [kg/s] >= 0
};

/// The kernels see the anchor's place and speed at the moment of evaluation (zero when not anchored).
Real energy(const Tie& tie, const Stencil<6>& x, const Vec3& anchor);
Stencil<6> gradient(const Tie& tie, const Stencil<6>& x, const Vec3& anchor);
Block<6> hessian(const Tie& tie);
Stencil<6> damping_force(const Tie& tie, const Stencil<6>& v, const Vec3& anchor_velocity);
Block<6> damping_matrix(const Tie& tie);

}  // namespace souple
