// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A small model with one part, and one of everything that acts on it, for tests of forces.
#pragma once

#include "souple/dynamics/forces.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"
#include "support/finite_differences.h"

namespace souple {

/// A part that owns everything in the model.
inline void add_whole_part(Model& model) {
    const auto all = [](const auto& array) { return Range{0, static_cast<int>(array.size())}; };
    Part part;
    part.points = all(model.point_mass);
    part.frames = all(model.frame_inertia);
    part.triangles = all(model.triangles);
    part.springs = all(model.springs);
    part.hinges = all(model.hinges);
    part.bends = all(model.bends);
    part.ties = all(model.ties);
    model.parts.push_back(part);
    ++model.revision;
}

inline void add_points(Model& model, State& state, int count, Rng& rng) {
    for (int i = 0; i < count; ++i) {
        model.point_mass.push_back(rng.uniform(0.5, 1.5));
        model.inv_mass.push_back(1 / model.point_mass.back());
        state.x.push_back(random_vector(rng));
        state.v.push_back(random_vector(rng));
    }
}

inline Moment moment_of(const State& state) { return {state.x, state.v, state.frames, state.time}; }

/// The forces on part 0.
inline Forces forces_on(const Model& model, const Control& control, const State& state) {
    Assembly assembly;
    Forces forces;
    evaluate_forces(model, control, model.parts[0], moment_of(state), assembly, forces);
    return forces;
}

}  // namespace souple
