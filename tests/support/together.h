// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Scenes with many kinds of parts, for tests: next to those of scenes/together, with their materials.
#pragma once

#include <string>

#include "souple/dynamics/measure.h"
#include "souple/scene/simulation.h"
#include "support/test_scene.h"

namespace souple {

inline const std::string scene_folder = std::string(SOUPLE_SOURCE_DIR) + "/scenes/together/";

inline Simulation simulation_of(const std::string& text) {
    return make_simulation(load_scene_text(text, scene_folder + "test.json"));
}

inline const Part& part_named(const World& world, const std::string& name) {
    for (const Part& part : world.model.parts)
        if (part.name == name) return part;
    throw InputError("no part " + name);
}

inline Vec3 common_momentum(const World& world) {
    Vec3 sum = Vec3::Zero();
    for (const Part& part : world.model.parts) sum += momentum(world.model, world.state, part);
    return sum;
}

}  // namespace souple
