// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Midpoint (001 W3.2): half an explicit step to look ahead, then a whole one with the slope found there.
// A frame's angular momentum is integrated, not its spin: without torque it does not change at all.
#include "souple/dynamics/solvers/common.h"

namespace souple {

namespace {

/// to = start + h * (slope at `slope`, under `forces`), for one frame. `to` may be either of the others.
void move_frame(const Substep& substep, const Forces& forces, Real h, const Frames& start,
                const Frames& slope, Frames& to, int i) {
    const Vec3& moments = substep.model.frame_inertia[i].moments;
    const Vec3 v = slope.v[i],
               momentum = angular_momentum(moments, {start.q[i], start.w[i]}) + h * forces.torque[i];
    to.q[i] = advance_along(start.q[i], quaternion_rate(slope.q[i], slope.w[i]), h);
    to.w[i] = spin_of(moments, to.q[i], momentum);
    to.x[i] = start.x[i] + h * v;
    to.v[i] = start.v[i] + h * frame_acceleration(substep.model, forces, i);
}

}  // namespace

SubstepReport step_midpoint(const Substep& substep, State& state, SolverScratch& scratch) {
    const Model& model = substep.model;
    const Real h = substep.h;
    Motion& stage = scratch.stage;
    begin_stage(substep, state, scratch);
    evaluate_forces(substep, state, scratch);
    for_each_point(substep.part, [&](int i) {
        stage.x[i] = state.x[i] + 0.5 * h * state.v[i];
        stage.v[i] = state.v[i] + 0.5 * h * point_acceleration(model, scratch.forces, i);
    });
    for_each_frame(substep.part, [&](int i) {
        move_frame(substep, scratch.forces, 0.5 * h, state.frames, state.frames, stage.frames, i);
    });

    evaluate_stage_forces(substep, substep.time + 0.5 * h, scratch);
    for_each_point(substep.part, [&](int i) {
        state.x[i] += h * stage.v[i];
        state.v[i] += h * point_acceleration(model, scratch.forces, i);
    });
    for_each_frame(substep.part, [&](int i) {
        move_frame(substep, scratch.forces, h, state.frames, stage.frames, state.frames, i);
    });
    return {};
}

}  // namespace souple
