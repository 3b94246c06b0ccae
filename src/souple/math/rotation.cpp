// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Unit quaternions as rotations.
#include "souple/math/rotation.h"

#include <cmath>
#include <numbers>

namespace souple {

namespace {

Quat quaternion_of(Real scalar, const Vec3& vector) {
    return Quat(scalar, vector.x(), vector.y(), vector.z());
}

}  // namespace

Quat exp_of(const Vec3& v) {
    const Real length = v.norm();
    const Real sinc = length > 0 ? std::sin(length) / length : 1;
    return quaternion_of(std::cos(length), sinc * v);
}

Vec3 log_of(const Quat& q) {
    // atan2 instead of acos: acos loses half the digits near q = 1, where most turns of one step are
    const Real length = q.vec().norm();
    if (length > 0) return std::atan2(length, q.w()) / length * q.vec();
    return q.w() < 0 ? Vec3(std::numbers::pi, 0, 0) : Vec3::Zero();
}

Quat power_of(const Quat& q, Real exponent) { return exp_of(exponent * log_of(q)); }

Quat to_quaternion(const Vec3& rotation_vector) { return exp_of(0.5 * rotation_vector); }

Vec3 to_rotation_vector(const Quat& q) { return 2 * log_of(q.w() < 0 ? Quat(-q.coeffs()) : q); }

Quat minimal_rotation(const Vec3& from, const Vec3& to) {
    if (!(from.squaredNorm() > 0) || !(to.squaredNorm() > 0)) return Quat::Identity();
    // half sum and half difference have the lengths cos and sin of half the angle, both without cancellation
    const Vec3 a = from.normalized(), b = to.normalized();
    const Vec3 sum = 0.5 * (a + b), difference = 0.5 * (a - b);
    const Vec3 axis = difference.cross(sum);
    const Real length = axis.norm();
    if (length > 0) return quaternion_of(sum.norm(), difference.norm() / length * axis).normalized();
    return sum.norm() > difference.norm() ? Quat::Identity() : quaternion_of(0, a.unitOrthogonal());
}

Quat advance_mean_velocity(const Quat& q, const Vec3& w0, const Vec3& w1, Real h) {
    return (to_quaternion(0.5 * h * (w0 + w1)) * q).normalized();
}

Turning advance_quaternion_form(const Turning& old, const Vec3& body_acceleration, Real h) {
    const Quat spin = to_quaternion(old.q.conjugate() * old.w) * to_quaternion(h * body_acceleration);
    const Vec3 half_spin = log_of(spin.normalized());
    const Quat q = (old.q * exp_of(h * half_spin)).normalized();
    return {q, q * (2 * half_spin)};
}

Quat quaternion_rate(const Quat& q, const Vec3& w) { return quaternion_of(0, 0.5 * w) * q; }

Quat advance_along(const Quat& q, const Quat& rate, Real h) {
    return Quat(q.coeffs() + h * rate.coeffs()).normalized();
}

}  // namespace souple
