// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Runge-Kutta of order 4 (001 W3.3): four slopes, at the start, twice in the middle and at the end, weighted
// 1 2 2 1.
#include "souple/dynamics/solvers/common.h"
#include "souple/dynamics/solvers/visits.h"

namespace souple {

namespace {

void clear(const Part& part, Slopes& sum) {
    for_each_point(part, [&](int i) {
        sum.v[i].setZero();
        sum.a[i].setZero();
    });
    for_each_frame(part, [&](int i) {
        sum.frame_v[i].setZero();
        sum.frame_a[i].setZero();
        sum.turn[i].coeffs().setZero();
        sum.torque[i].setZero();
    });
}

/// Adds the slope at the stage to the sum, and moves the stage from the State along it.
void visit_point(const Substep& substep, const SlopeVisit& visit, const State& state, SolverScratch& scratch,
                 int i) {
    Motion& stage = scratch.stage;
    const Vec3 v = stage.v[i], a = point_acceleration(substep.model, scratch.forces, i);
    scratch.slopes.v[i] += visit.sixths * v;
    scratch.slopes.a[i] += visit.sixths * a;
    stage.x[i] = state.x[i] + visit.reach * substep.h * v;
    stage.v[i] = state.v[i] + visit.reach * substep.h * a;
}

void visit_frame(const Substep& substep, const SlopeVisit& visit, const Frames& start, SolverScratch& scratch,
                 int i) {
    Frames& stage = scratch.stage.frames;
    Slopes& sum = scratch.slopes;
    const Vec3& moments = substep.model.frame_inertia[i].moments;
    const Vec3 v = stage.v[i], a = frame_acceleration(substep.model, scratch.forces, i);
    const Quat turn = quaternion_rate(stage.q[i], stage.w[i]);
    const Vec3& torque = scratch.forces.torque[i];
    sum.frame_v[i] += visit.sixths * v;
    sum.frame_a[i] += visit.sixths * a;
    sum.turn[i].coeffs() += visit.sixths * turn.coeffs();
    sum.torque[i] += visit.sixths * torque;

    const Real h = visit.reach * substep.h;
    stage.x[i] = start.x[i] + h * v;
    stage.v[i] = start.v[i] + h * a;
    stage.q[i] = advance_along(start.q[i], turn, h);
    const Vec3 momentum = angular_momentum(moments, {start.q[i], start.w[i]}) + h * torque;
    stage.w[i] = spin_of(moments, stage.q[i], momentum);
}

void move_by_sum(const Substep& substep, Real h, const Slopes& sum, State& state) {
    for_each_point(substep.part, [&](int i) {
        state.x[i] += h * sum.v[i];
        state.v[i] += h * sum.a[i];
    });
    Frames& frames = state.frames;
    for_each_frame(substep.part, [&](int i) {
        const Vec3& moments = substep.model.frame_inertia[i].moments;
        const Vec3 momentum = angular_momentum(moments, {frames.q[i], frames.w[i]}) + h * sum.torque[i];
        frames.x[i] += h * sum.frame_v[i];
        frames.v[i] += h * sum.frame_a[i];
        frames.q[i] = advance_along(frames.q[i], sum.turn[i], h);
        frames.w[i] = spin_of(moments, frames.q[i], momentum);
    });
}

}  // namespace

SubstepReport step_runge_kutta_4(const Substep& substep, State& state, SolverScratch& scratch) {
    begin_stage(substep, state, scratch);
    clear(substep.part, scratch.slopes);
    for (const SlopeVisit& visit : runge_kutta_visits) {
        evaluate_stage_forces(substep, substep.time + visit.moment * substep.h, scratch);
        for_each_point(substep.part, [&](int i) { visit_point(substep, visit, state, scratch, i); });
        for_each_frame(substep.part, [&](int i) { visit_frame(substep, visit, state.frames, scratch, i); });
    }
    move_by_sum(substep, substep.h / 6, scratch.slopes, state);
    return {};
}

}  // namespace souple
