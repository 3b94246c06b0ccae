// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Velocity Verlet: half a kick, a drift, half a kick by the forces met there. The second forces see the
// velocity extrapolated to the end, so that friction is of second order too.
#include "souple/dynamics/solvers/common.h"

namespace souple {

namespace {

/// Half a kick and the drift; the stage gets the place reached and the extrapolated velocity.
void kick_and_drift_frame(const Substep& substep, const Forces& forces, Frames& frames, Frames& stage,
                          int i) {
    const Vec3& moments = substep.model.frame_inertia[i].moments;
    const Vec3 half_kick = 0.5 * substep.h * frame_acceleration(substep.model, forces, i);
    const Vec3 half_twist = 0.5 * substep.h * forces.torque[i];

    frames.v[i] += half_kick;
    frames.x[i] += substep.h * frames.v[i];
    const Vec3 momentum = angular_momentum(moments, {frames.q[i], frames.w[i]}) + half_twist;
    const Turning body = turn_freely(moments, frames.q[i], momentum, substep.h);
    frames.q[i] = body.q;
    frames.w[i] = body.w;

    stage.x[i] = frames.x[i];
    stage.v[i] = frames.v[i] + half_kick;
    stage.q[i] = body.q;
    stage.w[i] = spin_of(moments, body.q, momentum + half_twist);
}

void kick_frame(const Substep& substep, const Forces& forces, Frames& frames, int i) {
    const Vec3& moments = substep.model.frame_inertia[i].moments;
    frames.v[i] += 0.5 * substep.h * frame_acceleration(substep.model, forces, i);
    const Vec3 momentum =
        angular_momentum(moments, {frames.q[i], frames.w[i]}) + 0.5 * substep.h * forces.torque[i];
    frames.w[i] = spin_of(moments, frames.q[i], momentum);
}

}  // namespace

SubstepReport step_velocity_verlet(const Substep& substep, State& state, SolverScratch& scratch) {
    const Model& model = substep.model;
    Motion& stage = scratch.stage;
    begin_stage(substep, state, scratch);
    evaluate_forces(substep, state, scratch);
    for_each_point(substep.part, [&](int i) {
        const Vec3 half_kick = 0.5 * substep.h * point_acceleration(model, scratch.forces, i);
        state.v[i] += half_kick;
        state.x[i] += substep.h * state.v[i];
        stage.x[i] = state.x[i];
        stage.v[i] = state.v[i] + half_kick;
    });
    for_each_frame(substep.part, [&](int i) {
        kick_and_drift_frame(substep, scratch.forces, state.frames, stage.frames, i);
    });

    evaluate_stage_forces(substep, substep.time + substep.h, scratch);
    for_each_point(substep.part, [&](int i) {
        state.v[i] += 0.5 * substep.h * point_acceleration(model, scratch.forces, i);
    });
    for_each_frame(substep.part, [&](int i) { kick_frame(substep, scratch.forces, state.frames, i); });
    return {};
}

}  // namespace souple
