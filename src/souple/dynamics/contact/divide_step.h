// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Steps that are too long for what flies through cloth or particles: how often they must be divided.
#pragma once

#include "souple/dynamics/step.h"

namespace souple {

/// Into how many pieces a step must be taken so that no body goes farther than its own size through matter
/// that it may touch; contacts are sought anew in each. At least 1, at most what the settings allow.
int count_divisions(const Interval& whole, Control& control, State& state, Scratch& scratch);

}  // namespace souple
