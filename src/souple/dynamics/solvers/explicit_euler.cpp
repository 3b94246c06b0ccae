// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Explicit Euler (000 A.1, 001 W3.1): x += h v, v += h a, with what was known at the start.
#include "souple/dynamics/solvers/common.h"

namespace souple {

SubstepReport step_explicit_euler(const Substep& substep, State& state, SolverScratch& scratch) {
    const Model& model = substep.model;
    const Real h = substep.h;
    evaluate_forces(substep, state, scratch);
    for_each_point(substep.part, [&](int i) {
        state.x[i] += h * state.v[i];
        state.v[i] += h * point_acceleration(model, scratch.forces, i);
    });
    Frames& frames = state.frames;
    for_each_frame(substep.part, [&](int i) {
        frames.x[i] += h * frames.v[i];
        frames.v[i] += h * frame_acceleration(model, scratch.forces, i);
        const Turning body = turn_by_rule(substep, model.frame_inertia[i].moments, {frames.q[i], frames.w[i]},
                                          scratch.forces.torque[i]);
        frames.q[i] = body.q;
        frames.w[i] = body.w;
    });
    return {};
}

}  // namespace souple
