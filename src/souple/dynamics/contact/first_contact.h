// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Stepping from one first contact to the next (003 F3.66): an interval is tried; where something met that was
// apart, the world goes back and tries a shorter one, until the overlap is below a tolerance. There the
// impact acts, and the rest of the interval goes on.
#pragma once

#include "souple/dynamics/step.h"

namespace souple {

/// Takes the stages from apply_controls to solve_contacts over the whole interval, in as many pieces as
/// things meet for the first time.
void follow_contacts(const Interval& whole, Control& control, State& state, Scratch& scratch,
                     StepReport& report);

}  // namespace souple
