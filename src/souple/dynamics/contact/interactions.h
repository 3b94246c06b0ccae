// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The interaction layer: how parts meet. Contacts are sought once in a step and followed through its
// intervals; impulses are exchanged in every interval.
#pragma once

#include "souple/dynamics/step.h"

namespace souple {

/// At the start of an interval, before anything moves: seeks contacts in the first interval of a step, else
/// follows them to where things are now.
void find_interactions(const Interval& interval, const Control& control, const State& state,
                       Scratch& scratch);

/// At its end: bounces, resting contact and friction. Velocities change, and places by what the impulses
/// change of the way.
void solve_interactions(const Interval& interval, const Control& control, State& state, Scratch& scratch,
                        StepReport& report);

}  // namespace souple
