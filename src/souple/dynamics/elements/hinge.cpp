// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Kernels of the angular hinge. With a = x2 - x1, b = x0 - x1 and m the unit normal of their plane, the
// angle's gradients are (a x m) / |a|^2 and (m x b) / |b|^2; a displacement along m changes the angle to
// second order only:
//   d theta = [cos(theta) (p^2 + q^2) / 2 - p q] / sin(theta),  p and q the angles by which a and b leave the
//   plane.
#include "souple/dynamics/elements/hinge.h"

#include <algorithm>
#include <cmath>

namespace souple {

namespace {

constexpr Real straight_sine = 1e-9;  // below it the plane of a chain is rounding error

struct Bent {
    Vec3 a = Vec3::Zero(), b = Vec3::Zero();  ///< [m] arms to the next and the previous node
    Vec3 m = Vec3::Zero();                    ///< unit normal of their plane, any one when straight
    Real inv_a = 0, inv_b = 0;                ///< [1/m] of the arms' lengths, 0 for no length
    Real sine = 0, cosine = -1;
    Vec3 angle_a = Vec3::Zero(), angle_b = Vec3::Zero();  ///< [1/m] the angle's gradients
    bool straight = true;                                 ///< or folded, or an arm without length
};

Bent bent_of(const Stencil<3>& x) {
    Bent bent;
    bent.a = x[2] - x[1];
    bent.b = x[0] - x[1];
    const Real length_a = bent.a.norm(), length_b = bent.b.norm();
    if (!(length_a > 0 && length_b > 0)) return bent;
    bent.inv_a = 1 / length_a;
    bent.inv_b = 1 / length_b;
    const Vec3 normal = bent.a.cross(bent.b) * (bent.inv_a * bent.inv_b);
    bent.sine = normal.norm();
    bent.cosine = bent.a.dot(bent.b) * (bent.inv_a * bent.inv_b);
    bent.straight = !(bent.sine > straight_sine);
    bent.m = bent.straight ? Vec3(bent.a.unitOrthogonal()) : Vec3(normal / bent.sine);
    bent.angle_a = bent.a.cross(bent.m) * (bent.inv_a * bent.inv_a);
    bent.angle_b = bent.m.cross(bent.b) * (bent.inv_b * bent.inv_b);
    return bent;
}

/// What acts on the two arms, on the three nodes.
Stencil<3> to_nodes(const Vec3& on_a, const Vec3& on_b) { return {on_b, -(on_a + on_b), on_a}; }

Stencil<3> scaled_angle_gradient(const Bent& bent, Real factor) {
    return to_nodes(factor * bent.angle_a, factor * bent.angle_b);
}

Real angle_of(const Bent& bent) { return std::atan2(bent.sine, bent.cosine); }

Real angle_rate(const Bent& bent, const Stencil<3>& v) {
    return bent.angle_a.dot(v[2] - v[1]) + bent.angle_b.dot(v[0] - v[1]);
}

/// factor * s s^T
Block<3> outer_block(const Stencil<3>& s, Real factor) {
    Block<3> block;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) block.block<3, 3>(3 * i, 3 * j) = factor * s[i] * s[j].transpose();
    return block;
}

/// The angle by which the arms leave their plane: `sign` +1 both to one side, -1 to opposite sides.
Stencil<3> out_of_plane(const Bent& bent, Real sign) {
    return to_nodes(bent.inv_a * bent.m, sign * bent.inv_b * bent.m);
}

/// Second derivatives of the angle.
Block<3> angle_hessian(const Bent& bent) {
    const Vec3 a = bent.a * bent.inv_a, b = bent.b * bent.inv_b;  // unit
    const Mat3 mm = bent.m * bent.m.transpose();
    const Mat3 turn_a = a * bent.angle_a.transpose(), turn_b = b * bent.angle_b.transpose();
    const Real cotangent = bent.cosine / bent.sine;
    const Mat3 aa = -bent.inv_a * (turn_a + turn_a.transpose()) + cotangent * bent.inv_a * bent.inv_a * mm;
    const Mat3 bb = -bent.inv_b * (turn_b + turn_b.transpose()) + cotangent * bent.inv_b * bent.inv_b * mm;
    const Mat3 ab = -bent.inv_a * bent.inv_b / bent.sine * mm;  // symmetric
    const Mat3 a_all = aa + ab, b_all = bb + ab;
    Block<3> block;
    block << bb, -b_all, ab, -b_all, a_all + b_all, -a_all, ab, -a_all, aa;
    return block;
}

}  // namespace

Real angle_at(const Stencil<3>& x) { return angle_of(bent_of(x)); }

Real energy(const Hinge& hinge, const Stencil<3>& x) {
    const Real excess = angle_at(x) - hinge.rest_angle;
    return hinge.stiffness / 2 * excess * excess;
}

Stencil<3> gradient(const Hinge& hinge, const Stencil<3>& x) {
    const Bent bent = bent_of(x);
    const Real moment = bent.straight ? 0 : hinge.stiffness * (angle_of(bent) - hinge.rest_angle);
    return scaled_angle_gradient(bent, moment);
}

Block<3> hessian(const Hinge& hinge, const Stencil<3>& x) {
    const Bent bent = bent_of(x);
    if (bent.straight) return psd_hessian(hinge, x);
    const Real moment = hinge.stiffness * (angle_of(bent) - hinge.rest_angle);
    return outer_block(scaled_angle_gradient(bent, 1), hinge.stiffness) + moment * angle_hessian(bent);
}

Block<3> psd_hessian(const Hinge& hinge, const Stencil<3>& x) {
    const Bent bent = bent_of(x);
    Block<3> block = outer_block(scaled_angle_gradient(bent, 1), hinge.stiffness);
    if (bent.straight) return block + outer_block(out_of_plane(bent, 1), hinge.stiffness);
    // the quadratic form above has the two directions p = q and p = -q; the sign of the moment keeps one of
    // them
    const Real opening = hinge.rest_angle - angle_of(bent);
    const Real sign = opening > 0 ? 1 : -1;
    const Real factor = hinge.stiffness * std::abs(opening) * (1 - sign * bent.cosine) / (2 * bent.sine);
    return block + outer_block(out_of_plane(bent, sign), factor);
}

Stencil<3> damping_force(const Hinge& hinge, const Stencil<3>& x, const Stencil<3>& v) {
    const Bent bent = bent_of(x);
    return scaled_angle_gradient(bent, bent.straight ? 0 : -hinge.damping * angle_rate(bent, v));
}

Block<3> damping_matrix(const Hinge& hinge, const Stencil<3>& x) {
    const Bent bent = bent_of(x);
    return outer_block(scaled_angle_gradient(bent, 1), bent.straight ? 0 : -hinge.damping);
}

Stencil<3> force(const Hinge& hinge, const Stencil<3>& x, const Stencil<3>& v) {
    const Bent bent = bent_of(x);
    if (bent.straight) return scaled_angle_gradient(bent, 0);
    const Real torque =
        hinge.stiffness * (hinge.rest_angle - angle_of(bent)) - hinge.damping * angle_rate(bent, v);
    return scaled_angle_gradient(bent, torque);
}

}  // namespace souple
