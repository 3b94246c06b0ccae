// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A scene that runs: the world, its animated numbers, and what its probes have recorded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "souple/dynamics/world.h"
#include "souple/scene/animated.h"
#include "souple/scene/expectations.h"
#include "souple/scene/held_things.h"
#include "souple/scene/probes.h"
#include "souple/scene/scene.h"

namespace souple {

struct Simulation {
    Scene scene;
    World world;
    StepSettings settings;
    std::int64_t step_count = 0;  ///< of the whole scene, pre-roll apart
    std::vector<AnimatedNumber> animated;
    std::vector<Probe> probes;
    HeldThings held;
    std::uint64_t settings_hash = 0;  ///< of everything the scene says, as it was loaded
    HairGallery shown;                ///< hair as it is, where somebody has looked
    Profile profile;                  ///< [s] by stage, summed over steps
};

/// A simulation at the start of its scene. Steps of the pre-roll count from below zero up to 0.
Simulation make_simulation(Scene scene);

/// One step, then the probes; a step of the pre-roll records nothing. On failure the state is the one before
/// the step.
StepReport advance(Simulation& simulation);

/// Gives the model the animated numbers of the present time; the state stays. A step does so by itself.
void animate(Simulation& simulation);

/// Runs what is left of the pre-roll, or stops at a failure and returns its report.
StepReport settle(Simulation& simulation);

bool is_finished(const Simulation& simulation);

}  // namespace souple
