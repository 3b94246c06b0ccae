// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The first frame of a simulation, before anything is simulated.
#pragma once

#include "souple/scene/simulation.h"
#include "souple/view/frame.h"

namespace souple::cli {

/// With room for all that a recorder will write.
Frame first_frame(const World& world);

/// Throws SceneError at the part that a recording could not hold as it is now.
void check_recordable(const Simulation& simulation);

}  // namespace souple::cli
