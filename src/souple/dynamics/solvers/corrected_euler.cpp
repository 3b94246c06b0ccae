// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Explicit Euler with direct correction (001 W3.5): after the step, points on rails are put back on them.
#include "souple/dynamics/solvers/common.h"

namespace souple {

SubstepReport step_corrected_euler(const Substep& substep, State& state, SolverScratch& scratch) {
    const SubstepReport report = step_explicit_euler(substep, state, scratch);
    const Range& rails = substep.part.rails;
    // in order and on one thread: a point may be on two rails, the later one wins
    for (int k = rails.begin; k < rails.end(); ++k) {
        const Rail& rail = substep.model.rails[k];
        const int node = rail.nodes[0];
        if (!is_led(substep.model, node)) correct(rail, state.x[node], state.v[node]);
    }
    return report;
}

}  // namespace souple
