// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A viscous spring between two points (001 W1.2, and W1.4 when it skips a neighbour):
//   E = k/2 (|d| - l0)^2,  f_0 = [k (|d| - l0) + c (u . n)] n = -f_1,  d = x1 - x0, u = v1 - v0, n = d/|d|
#pragma once

#include "souple/math/types.h"

namespace souple {

struct Spring {
    static constexpr int node_count = 2;
    Nodes<2> nodes{};
    Real rest_length = 0;  ///< [m] >= 0
    Real stiffness = 0;    ///< [N/m] >= 0
    Real damping = 0;      ///< [kg/s] >= 0
};

/// What a given stiffness number means.
enum class StiffnessLaw {
    Elongation,  ///< F = k (l - l0), k in [N/m]
    Strain,      ///< F = K (l - l0) / l0, K in [N]
};

/// Stiffness in [N/m] of a spring of this rest length, under either convention.
Real spring_stiffness(StiffnessLaw law, Real value, Real rest_length);

Real energy(const Spring& spring, const Stencil<2>& x);
Stencil<2> gradient(const Spring& spring, const Stencil<2>& x);
Block<2> hessian(const Spring& spring, const Stencil<2>& x);
/// Viscous force on both nodes, and its derivative with respect to velocity.
Stencil<2> damping_force(const Spring& spring, const Stencil<2>& x, const Stencil<2>& v);
Block<2> damping_matrix(const Spring& spring, const Stencil<2>& x);

}  // namespace souple
