// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The source's rollback (004 F4.8): only the points of the faces that are divided take the step again, from
// where they were; all others of the surface keep what the first try gave them, bit by bit.
#pragma once

#include <vector>

#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Points of one surface after a tried step, by slot of their vertex, and which faces were leaves then, by
/// slot. Empty for surfaces that go back as a whole.
struct TriedPoints {
    std::vector<Vec3> x, v;
    std::vector<char> was_leaf;
};

/// By surface. To be called before anything is divided.
std::vector<TriedPoints> keep_tried(const Model& model, const State& state);

/// After the step was taken again: points of no face that has been divided since are as they were tried.
/// Nothing happens without tried ones.
void give_back_outside(const Model& model, const std::vector<TriedPoints>& tried, State& state);

}  // namespace souple
