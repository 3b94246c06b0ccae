// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Kernels of the attachment.
#include "souple/dynamics/elements/tie.h"

namespace souple {

namespace {

/// sum_i w_i a_i over the nodes in use
Vec3 weighted_sum(const Tie& tie, const Stencil<6>& a) {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < 6; ++i)
        if (tie.nodes[i] >= 0) sum += tie.weights[i] * a[i];
    return sum;
}

/// What a force at the tied place is for each node.
Stencil<6> spread(const Tie& tie, const Vec3& f) {
    Stencil<6> forces;
    for (int i = 0; i < 6; ++i) forces[i] = tie.nodes[i] >= 0 ? Vec3(tie.weights[i] * f) : Vec3(Vec3::Zero());
    return forces;
}

/// factor * w w^T, times the identity
Block<6> weight_block(const Tie& tie, Real factor) {
    Block<6> block = Block<6>::Zero();
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j)
            if (tie.nodes[i] >= 0 && tie.nodes[j] >= 0)
                block.block<3, 3>(3 * i, 3 * j)
                    .diagonal()
                    .setConstant(factor * tie.weights[i] * tie.weights[j]);
    return block;
}

}  // namespace

Real energy(const Tie& tie, const Stencil<6>& x, const Vec3& anchor) {
    return tie.stiffness / 2 * (weighted_sum(tie, x) - anchor).squaredNorm();
}

Stencil<6> gradient(const Tie& tie, const Stencil<6>& x, const Vec3& anchor) {
    return spread(tie, tie.stiffness * (weighted_sum(tie, x) - anchor));
}

Block<6> hessian(const Tie& tie) { return weight_block(tie, tie.stiffness); }

Stencil<6> damping_force(const Tie& tie, const Stencil<6>& v, const Vec3& anchor_velocity) {
    return spread(tie, -tie.damping * (weighted_sum(tie, v) - anchor_velocity));
}

Block<6> damping_matrix(const Tie& tie) { return weight_block(tie, -tie.damping); }

}  // namespace souple
