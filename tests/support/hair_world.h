// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Hair in one line, for tests: wisps like those of scenes/materials/hair.json.
#pragma once

#include "souple/dynamics/world.h"
#include "souple/models/hair.h"

namespace souple {

inline HairDef test_hair() {
    HairDef def;
    def.material = {.stiffness = 50,
                    .damping = 0.02,
                    .bend_stiffness = 0.5,
                    .bend_damping = 0.001,
                    .hinges = false,
                    .samples = 4,
                    .sample_mass = 2e-5,
                    .sample_stiffness = 0.072,
                    .sample_damping = 7.2e-4,
                    .law = SampleLaw::Relative};
    return def;
}

/// One root at the origin; the wisp starts along `direction`.
inline HairDef one_wisp(const Vec3& direction) {
    HairDef def = test_hair();
    def.roots = {{Vec3::Zero(), direction}};
    return def;
}

inline World hair_world(const HairDef& def) {
    World world;
    add_hair(world, def);
    return world;
}

/// At the source's rates: 90 intervals a second, 100 substeps each.
inline StepReport step_hair(World& world, int steps) {
    StepReport report;
    for (int k = 0; k < steps && !report.failure; ++k) report = world.step({.h = 1.0 / 90});
    return report;
}

}  // namespace souple
