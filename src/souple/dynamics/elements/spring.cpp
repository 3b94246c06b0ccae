// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Kernels of the viscous spring.
#include "souple/dynamics/elements/spring.h"

#include <algorithm>
#include <cmath>

namespace souple {

namespace {

struct Direction {
    Vec3 n = Vec3::Zero();  ///< unit from node 0 to node 1, zero when they are at one place
    Real length = 0;        ///< [m]
};

Direction direction_of(const Stencil<2>& x) {
    const Vec3 d = x[1] - x[0];
    const Real length = d.norm();
    if (length > 0) return {d / length, length};
    return {};
}

/// [b -b; -b b]: what acts on the difference of two nodes.
Block<2> on_difference(const Mat3& b) {
    Block<2> block;
    block << b, -b, -b, b;
    return block;
}

/// along n n^T + across (I - n n^T)
Block<2> stiffness_block(const Vec3& n, Real along, Real across) {
    return on_difference((along - across) * n * n.transpose() + across * Mat3::Identity());
}

/// Stiffness across a spring that carries tension: k (1 - l0 / l).
Real transverse_stiffness(const Spring& spring, Real length) {
    return length > 0 ? spring.stiffness * (1 - spring.rest_length / length) : spring.stiffness;
}

}  // namespace

Real spring_stiffness(StiffnessLaw law, Real value, Real rest_length) {
    return law == StiffnessLaw::Strain ? value / rest_length : value;
}

Real energy(const Spring& spring, const Stencil<2>& x) {
    const Real elongation = (x[1] - x[0]).norm() - spring.rest_length;
    return spring.stiffness / 2 * elongation * elongation;
}

Stencil<2> gradient(const Spring& spring, const Stencil<2>& x) {
    const Direction d = direction_of(x);
    const Vec3 g = spring.stiffness * (d.length - spring.rest_length) * d.n;
    return {-g, g};
}

Block<2> hessian(const Spring& spring, const Stencil<2>& x) {
    const Direction d = direction_of(x);
    return stiffness_block(d.n, spring.stiffness, transverse_stiffness(spring, d.length));
}

Block<2> psd_hessian(const Spring& spring, const Stencil<2>& x) {
    const Direction d = direction_of(x);
    return stiffness_block(d.n, spring.stiffness, std::max<Real>(0, transverse_stiffness(spring, d.length)));
}

Stencil<2> damping_force(const Spring& spring, const Stencil<2>& x, const Stencil<2>& v) {
    const Vec3 n = direction_of(x).n;
    const Vec3 f = spring.damping * (v[1] - v[0]).dot(n) * n;
    return {f, -f};
}

Block<2> damping_matrix(const Spring& spring, const Stencil<2>& x) {
    return stiffness_block(direction_of(x).n, -spring.damping, 0);
}

}  // namespace souple
