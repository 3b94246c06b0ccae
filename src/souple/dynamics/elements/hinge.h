// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// An angular hinge at the middle of three points of a chain (001 W1.3):
//   E = k/2 (theta - theta0)^2,  torque = k (theta0 - theta) - c dtheta/dt,
// theta = angle at node 1 between nodes 0 and 2, pi when straight. Straight has no plane: no force there.
#pragma once

#include <numbers>

#include "souple/math/types.h"

namespace souple {

struct Hinge {
    static constexpr int node_count = 3;
    Nodes<3> nodes{};                    ///< previous, middle, next
    Real rest_angle = std::numbers::pi;  ///< [rad] in (0, pi]
    Real stiffness = 0;                  ///< [N m/rad] >= 0
    Real damping = 0;                    ///< [N m s/rad] >= 0
};

Real angle_at(const Stencil<3>& x);
Real energy(const Hinge& hinge, const Stencil<3>& x);
Stencil<3> gradient(const Hinge& hinge, const Stencil<3>& x);
/// Exact, except where the three points are in line: there it is the limit of a hinge whose rest is straight,
/// k (p p^T + q q^T) with p and q the angle's gradients for bending in two planes at right angles. (With
/// another rest angle the energy has a tip at straight and no second derivative.)
Block<3> hessian(const Hinge& hinge, const Stencil<3>& x);
/// Positive semi-definite: k g g^T in the plane, and the positive part of the bending out of the plane.
Block<3> psd_hessian(const Hinge& hinge, const Stencil<3>& x);
Stencil<3> damping_force(const Hinge& hinge, const Stencil<3>& x, const Stencil<3>& v);
Block<3> damping_matrix(const Hinge& hinge, const Stencil<3>& x);
/// Elastic and viscous force in one go.
Stencil<3> force(const Hinge& hinge, const Stencil<3>& x, const Stencil<3>& v);

}  // namespace souple
