// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The last word about sheets: whatever forces and impulses did, no point has passed through a triangle and no
// edge through an edge when an interval ends. Sheets that were not crossed stay so.
#pragma once

#include "souple/dynamics/step.h"

namespace souple {

struct InteractionScratch;  // dynamics/contact/interaction_scratch.h

/// At the start of an interval: remembers where the points of sheets are.
void watch_sheets(const State& state, InteractionScratch& scratch);

/// At its end: looks for crossings along the straight ways of the interval, of sheets that meet themselves in
/// their substeps from the last of those on, and takes them back.
void hold_sheets(const Interval& interval, const Control& control, State& state, Scratch& scratch,
                 StepReport& report);

}  // namespace souple
