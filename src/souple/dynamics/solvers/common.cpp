// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Pieces shared by the methods: forces at a stage, Euler's equations, rules of turning.
#include "souple/dynamics/solvers/common.h"

namespace souple {

namespace {

/// Joints of a tree whose frames carry the motion are constraints: what keeps them is a force like others.
void hold_joints(const Substep& substep, const Frames& frames, Real time, SolverScratch& scratch) {
    const int t = substep.part.articulated;
    if (t < 0 || substep.model.trees[t].formulation == Formulation::Reduced) return;
    TreeScratch& own = scratch.trees[t];
    add_joint_forces(substep.model.trees[t], frames, substep.model.frame_inertia, time, own.stage, own.work,
                     own.constraints, scratch.forces.frame, scratch.forces.torque);
}

}  // namespace

void evaluate_forces(const Substep& substep, const State& state, SolverScratch& scratch) {
    const Moment moment{state.x, state.v, state.frames, substep.time, &state.oriented};
    evaluate_forces(substep.model, substep.control, substep.part, moment, scratch.assembly, scratch.forces);
    hold_joints(substep, state.frames, substep.time, scratch);
}

void evaluate_stage_forces(const Substep& substep, Real time, SolverScratch& scratch) {
    const Motion& stage = scratch.stage;
    const Moment moment{stage.x, stage.v, stage.frames, time, stage.oriented};
    evaluate_forces(substep.model, substep.control, substep.part, moment, scratch.assembly, scratch.forces);
    hold_joints(substep, stage.frames, time, scratch);
}

void begin_stage(const Substep& substep, const State& state, SolverScratch& scratch) {
    Motion& stage = scratch.stage;
    stage.oriented = &state.oriented;
    const auto copy_point = [&](int i) {
        stage.x[i] = state.x[i];
        stage.v[i] = state.v[i];
    };
    for_each_point(substep.part, copy_point);
    for (const int i : scratch.neighbours[&substep.part - substep.model.parts.data()]) copy_point(i);
    for_each_frame(substep.part, [&](int i) {
        stage.frames.x[i] = state.frames.x[i];
        stage.frames.q[i] = state.frames.q[i];
        stage.frames.v[i] = state.frames.v[i];
        stage.frames.w[i] = state.frames.w[i];
    });
}

Vec3 body_angular_acceleration(const Vec3& moments, const Vec3& w_body, const Vec3& torque_body) {
    const Vec3 momentum = moments.cwiseProduct(w_body);
    return (torque_body - w_body.cross(momentum)).cwiseQuotient(moments);
}

Vec3 angular_momentum(const Vec3& moments, const Turning& body) {
    return body.q * moments.cwiseProduct(body.q.conjugate() * body.w);
}

Vec3 spin_of(const Vec3& moments, const Quat& q, const Vec3& momentum) {
    return q * (q.conjugate() * momentum).cwiseQuotient(moments);
}

Turning turn_by_rule(const Substep& substep, const Vec3& moments, const Turning& body, const Vec3& torque) {
    const Quat to_body = body.q.conjugate();
    const Vec3 acceleration = body_angular_acceleration(moments, to_body * body.w, to_body * torque);
    if (substep.part.rotation_rule == RotationRule::Quaternion)
        return advance_quaternion_form(body, acceleration, substep.h);
    const Vec3 w = body.w + substep.h * (body.q * acceleration);
    return {advance_mean_velocity(body.q, body.w, w, substep.h), w};
}

Turning turn_freely(const Vec3& moments, const Quat& q, const Vec3& momentum, Real h) {
    // the spin at the end depends on the orientation there: a few rounds settle it, each gains a factor of
    // |w| h
    constexpr int most_rounds = 32;
    const Vec3 momentum_0 = q.conjugate() * momentum;
    const Vec3 w0 = momentum_0.cwiseQuotient(moments);
    Vec3 w1 = w0;
    Quat turn = Quat::Identity();
    for (int round = 0; round < most_rounds; ++round) {
        const Vec3 previous = w1;
        turn = to_quaternion(0.5 * h * (w0 + w1));
        w1 = (turn.conjugate() * momentum_0).cwiseQuotient(moments);
        if ((w1 - previous).squaredNorm() <= 1e-31 * w1.squaredNorm()) break;
    }
    const Quat end = (q * turn).normalized();
    return {end, spin_of(moments, end, momentum)};
}

void step_frame_semi_implicit(const Substep& substep, const Forces& forces, Frames& frames, int i) {
    frames.v[i] += substep.h * frame_acceleration(substep.model, forces, i);
    frames.x[i] += substep.h * frames.v[i];

    const Vec3& moments = substep.model.frame_inertia[i].moments;
    Turning body{frames.q[i], frames.w[i]};
    if (substep.part.rotation_rule == RotationRule::Quaternion) {
        body = turn_by_rule(substep, moments, body, forces.torque[i]);
    } else {
        const Vec3 momentum = angular_momentum(moments, body) + substep.h * forces.torque[i];
        body = turn_freely(moments, body.q, momentum, substep.h);
    }
    frames.q[i] = body.q;
    frames.w[i] = body.w;
}

}  // namespace souple
