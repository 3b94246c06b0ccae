// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Semi-implicit Euler: v += h a, then x += h v with the new v. Keeps linear and angular momentum, and an
// undamped oscillation stays bounded as long as h < 2/omega.
#include "souple/dynamics/solvers/common.h"

namespace souple {

SubstepReport step_semi_implicit_euler(const Substep& substep, State& state, SolverScratch& scratch) {
    evaluate_forces(substep, state, scratch);
    for_each_point(substep.part, [&](int i) {
        state.v[i] += substep.h * point_acceleration(substep.model, scratch.forces, i);
        state.x[i] += substep.h * state.v[i];
    });
    for_each_frame(substep.part,
                   [&](int i) { step_frame_semi_implicit(substep, scratch.forces, state.frames, i); });
    return {};
}

}  // namespace souple
