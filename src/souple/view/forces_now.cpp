// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/view/forces_now.h"

namespace souple {

const Forces& look_at_forces(const World& world, ForceLook& look) {
    const State& state = world.state;
    Forces& forces = look.forces;
    forces.point.assign(state.x.size(), Vec3::Zero());
    forces.frame.assign(state.frames.x.size(), Vec3::Zero());
    forces.torque.assign(state.frames.x.size(), Vec3::Zero());
    const Moment moment{state.x, state.v, state.frames, state.time, &state.oriented};
    for (const Part& part : world.model.parts)
        evaluate_forces(world.model, world.control, part, moment, look.assembly, forces);
    return forces;
}

}  // namespace souple
