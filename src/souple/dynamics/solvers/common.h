// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Pieces shared by the methods: loops over a part, accelerations, and how frames turn.
#pragma once

#include "souple/core/parallel.h"
#include "souple/dynamics/solvers/solvers.h"
#include "souple/math/rotation.h"

namespace souple {

/// Calls fn(i) for every point of the part, i its place in the State.
template <class Fn>
void for_each_point(const Part& part, const Fn& fn) {
    parallel_for(part.points.count, [&](int i) { fn(part.points.begin + i); });
}

template <class Fn>
void for_each_frame(const Part& part, const Fn& fn) {
    parallel_for(
        part.frames.count, [&](int i) { fn(part.frames.begin + i); }, 256);  // turning one takes 0.2 us
}

/// Forces on the part where the State is, at the substep's start, into scratch.forces.
void evaluate_forces(const Substep& substep, const State& state, SolverScratch& scratch);
/// The same where scratch.stage is.
void evaluate_stage_forces(const Substep& substep, Real time, SolverScratch& scratch);
/// Makes scratch.stage a copy of the State, as far as the part's laws look.
void begin_stage(const Substep& substep, const State& state, SolverScratch& scratch);

/// [m/s^2]; none for a led point, whatever pulls at it.
inline Vec3 point_acceleration(const Model& model, const Forces& forces, int i) {
    return is_led(model, i) ? Vec3(Vec3::Zero()) : Vec3(model.inv_mass[i] * forces.point[i]);
}

inline Vec3 frame_acceleration(const Model& model, const Forces& forces, int i) {
    return forces.frame[i] / model.frame_inertia[i].mass;
}

/// [rad/s^2] Euler's equation in body axes: J^-1 (torque - w x J w), everything in body axes.
Vec3 body_angular_acceleration(const Vec3& moments, const Vec3& w_body, const Vec3& torque_body);

/// [kg m^2/s] in world axes.
Vec3 angular_momentum(const Vec3& moments, const Turning& body);
/// [rad/s] the spin that a body with this orientation and angular momentum has.
Vec3 spin_of(const Vec3& moments, const Quat& q, const Vec3& momentum);

/// Over h: the spin by the angular acceleration of the start, the orientation by the part's rule (000 F0.4).
Turning turn_by_rule(const Substep& substep, const Vec3& moments, const Turning& body, const Vec3& torque);
/// Over h without torque: keeps angular momentum and energy to rounding, and is its own reverse. The turn
/// goes by the mean W of the spins at both ends, in body axes: there the momentum M changes by a turn about
/// W, so (M_1 - M_0) . (W_0 + W_1) = 0, which is twice the change of energy. Settles for turns of up to about
/// half a radian in h; beyond that the momentum alone is kept.
Turning turn_freely(const Vec3& moments, const Quat& q, const Vec3& momentum, Real h);

/// One frame over the substep by the semi-implicit rule: first the momenta, then the places.
void step_frame_semi_implicit(const Substep& substep, const Forces& forces, Frames& frames, int i);

}  // namespace souple
