// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Modified Euler (000 F0.5, A.3): v+ = v + h a, x += h (v + v+)/2. Exact under a constant force, but an
// undamped oscillation grows at any step.
#include "souple/dynamics/solvers/common.h"

namespace souple {

SubstepReport step_modified_euler(const Substep& substep, State& state, SolverScratch& scratch) {
    const Model& model = substep.model;
    const Real h = substep.h;
    evaluate_forces(substep, state, scratch);
    for_each_point(substep.part, [&](int i) {
        const Vec3 v = state.v[i] + h * point_acceleration(model, scratch.forces, i);
        state.x[i] += 0.5 * h * (state.v[i] + v);
        state.v[i] = v;
    });
    Frames& frames = state.frames;
    for_each_frame(substep.part, [&](int i) {
        const Vec3 v = frames.v[i] + h * frame_acceleration(model, scratch.forces, i);
        frames.x[i] += 0.5 * h * (frames.v[i] + v);
        frames.v[i] = v;
        const Turning body = turn_by_rule(substep, model.frame_inertia[i].moments, {frames.q[i], frames.w[i]},
                                          scratch.forces.torque[i]);
        frames.q[i] = body.q;
        frames.w[i] = body.w;
    });
    return {};
}

}  // namespace souple
