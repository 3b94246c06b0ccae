// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The recorded past of a running scene, in memory: moments that it can go back to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "souple/dynamics/contact/contact_scratch.h"
#include "souple/scene/simulation.h"
#include "souple/studio/live_frame.h"

namespace souple {

struct PastMoment {
    State state;
    std::vector<std::int64_t> measured;  ///< values that each probe had taken
    std::vector<Contact> contacts;       ///< of the step that led here, with obstacles
    ArrowsView pressing;                 ///< between parts
    std::size_t bytes = 0;               ///< about
};

struct Past {
    std::map<std::int64_t, PastMoment> moments;       ///< by step
    std::int64_t stride = 1;                          ///< steps between two moments
    std::size_t bytes = 0;                            ///< about, of all moments
    std::size_t most_bytes = std::size_t{256} << 20;  ///< beyond it every second moment is dropped
};

/// Keeps the present if its step is due.
void keep(const Simulation& simulation, Past& past);

/// Puts the simulation at the last kept moment at or before `step`; null when there is none.
const PastMoment* return_to(const Past& past, std::int64_t step, Simulation& simulation);

/// What lies after a step did not happen: something was changed by hand.
void forget_after(std::int64_t step, Past& past);

/// Puts obstacles and tracks where they are at the world's time, and finds what hands do, without a step.
void place_obstacles(Simulation& simulation);

}  // namespace souple
