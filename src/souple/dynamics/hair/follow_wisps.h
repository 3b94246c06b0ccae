// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What the Model derives from the wisps of the State: masses, springs, hinges and roots of each slot.
#pragma once

#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Makes the Model fit which wisps there are; to be called when they change or come from elsewhere.
void follow_wisps(const State& state, Model& model);
/// The same for one part: `hair` is one of the model's.
void follow_wisps(const HairState& own, const Hair& hair, Model& model);

}  // namespace souple
