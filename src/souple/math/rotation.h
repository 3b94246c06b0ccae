// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Unit quaternions as rotations: exponential, logarithm, powers, and how an orientation follows its spin
// (000 F0.3, F0.4; 001 W8.1, W8.2). v' = q v q^-1, and q1 q2 turns by q2 first.
#pragma once

#include "souple/math/types.h"

namespace souple {

/// cos|v| + sin|v| v/|v|: the turn about v by the angle 2|v|.
Quat exp_of(const Vec3& v);
/// The v of length [0, pi] with exp_of(v) = q, for a unit q: half the angle along the axis. Any axis for q =
/// -1.
Vec3 log_of(const Quat& q);
/// The same axis, `exponent` times the angle.
Quat power_of(const Quat& q, Real exponent);

/// A rotation vector is the axis times the angle [rad].
Quat to_quaternion(const Vec3& rotation_vector);
/// The shorter way round: length in [0, pi], the same for q and -q.
Vec3 to_rotation_vector(const Quat& q);

/// The smallest turn that takes one direction to another. Opposite directions: half a turn about some
/// perpendicular axis; a direction of no length: no turn.
Quat minimal_rotation(const Vec3& from, const Vec3& to);

/// An orientation and its angular velocity in world axes [rad/s].
struct Turning {
    Quat q = Quat::Identity();
    Vec3 w = Vec3::Zero();
};

/// The orientation after h, turned by the mean of old and new angular velocity (world axes), unit again.
Quat advance_mean_velocity(const Quat& q, const Vec3& w0, const Vec3& w1, Real h);

/// The source's form, in body axes: the spin is itself a quaternion, the turn made in one second, and it is
/// multiplied by the turn that the angular acceleration (body axes [rad/s^2]) adds; the orientation follows
/// the new spin. A turn forgets whole revolutions, so spins above 2 pi rad/s come back as slower ones the
/// other way round, and a fast spin answers to an acceleration across it in a wrong direction. Kept for
/// comparison.
Turning advance_quaternion_form(const Turning& old, const Vec3& body_acceleration, Real h);

/// dq/dt = w q / 2, as four numbers: not a unit quaternion.
Quat quaternion_rate(const Quat& q, const Vec3& w);
/// q + h rate, unit again.
Quat advance_along(const Quat& q, const Quat& rate, Real h);

}  // namespace souple
