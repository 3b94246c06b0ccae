// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A viscous spring between two points (001 W1.2, and W1.4 when it skips a neighbour):
//   E = k/2 (|d| - l0)^2,  f_0 = [k (|d| - l0) + c (u . n)] n = -f_1,  d = x1 - x0, u = v1 - v0, n = d/|d|
#pragma once

#include <cmath>

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
/// Exact. Two nodes at one place have no direction: k times the identity there.
Block<2> hessian(const Spring& spring, const Stencil<2>& x);
/// The same without the part across the spring when it is shorter than at rest, which is negative: a spring
/// pushed together buckles, and an implicit method that believes the exact matrix loses positive definiteness
/// there.
Block<2> psd_hessian(const Spring& spring, const Stencil<2>& x);
/// Viscous force on both nodes, and its derivative with respect to velocity.
Stencil<2> damping_force(const Spring& spring, const Stencil<2>& x, const Stencil<2>& v);
Block<2> damping_matrix(const Spring& spring, const Stencil<2>& x);

/// Elastic and viscous force on node 0; node 1 gets the opposite. Always inlined: most of a cloth's forces
/// pass through here, and a call through memory takes twice as long as the arithmetic.
[[gnu::always_inline]] inline Vec3 pull(const Spring& spring, const Vec3& x0, const Vec3& x1, const Vec3& v0,
                                        const Vec3& v1) {
    const Vec3 d = x1 - x0;
    const Real length = std::sqrt(d.dot(d));
    const Real inv_length = length > 0 ? 1 / length : 0;  // nodes at one place: no direction, no force
    const Real rate = d.dot(v1 - v0) * inv_length;
    const Real tension = spring.stiffness * (length - spring.rest_length) + spring.damping * rate;
    return (tension * inv_length) * d;
}

/// The same for both nodes.
[[gnu::always_inline]] inline Stencil<2> force(const Spring& spring, const Stencil<2>& x,
                                               const Stencil<2>& v) {
    const Vec3 f = pull(spring, x[0], x[1], v[0], v[1]);
    return {f, -f};
}

}  // namespace souple
