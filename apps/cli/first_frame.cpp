// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "first_frame.h"

#include "souple/dynamics/scratch.h"
#include "souple/scene/json/paths.h"
#include "souple/view/check_frame.h"
#include "souple/view/describe_world.h"

namespace souple::cli {

Frame first_frame(const World& world) {
    Forces forces;
    forces.point.resize(world.state.x.size());
    forces.frame.resize(world.model.frame_inertia.size());
    forces.torque.resize(world.model.frame_inertia.size());
    ViewPlan plan;
    follow(world.model, plan);
    return describe_world(plan, world.model, world.state, world.control,
                          {&world.scratch->contact.contacts, &forces, true});
}

void check_recordable(const Simulation& simulation) {
    try {
        check(first_frame(simulation.world));
    } catch (const FrameError& error) {
        throw error_at_path(simulation.scene.document, join_path("parts", error.part), error.fault);
    }
}

}  // namespace souple::cli
