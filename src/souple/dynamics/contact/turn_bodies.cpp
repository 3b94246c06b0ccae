// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/turn_bodies.h"

#include "souple/dynamics/solvers/common.h"

namespace souple {

bool is_isotropic(const Vec3& moments) {
    return moments.maxCoeff() - moments.minCoeff() <= 1e-12 * moments.maxCoeff();
}

Real turning_energy(const Vec3& moments, const Quat& q, const Vec3& momentum) {
    const Vec3 in_body = q.conjugate() * momentum;
    return 0.5 * in_body.cwiseQuotient(moments).dot(in_body);
}

Quat turn_at_same_energy(const Vec3& moments, const Quat& from, const Quat& q, const Vec3& momentum) {
    constexpr int most_rounds = 16;
    const Real allowed = turning_energy(moments, from, momentum);
    const Real rounding = 1e-12 * allowed;
    Quat turned = q;
    for (int round = 0; round < most_rounds; ++round) {
        const Real gain = turning_energy(moments, turned, momentum) - allowed;
        if (gain <= 0 && gain >= -rounding) return turned;
        const Vec3 growth = spin_of(moments, turned, momentum).cross(momentum);  // [J/rad]
        const Real steepness = growth.squaredNorm();
        if (!(steepness > 0)) break;
        const Real off = gain + 0.5 * rounding;
        turned = (to_quaternion((-off / steepness) * growth) * turned).normalized();
    }
    return from;
}

}  // namespace souple
