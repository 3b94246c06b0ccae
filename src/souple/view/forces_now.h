// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Forces on everything at this moment, for pictures.
#pragma once

#include "souple/dynamics/forces.h"
#include "souple/dynamics/world.h"

namespace souple {

/// Forces, and buffers of their own: looking leaves those of the step alone.
struct ForceLook {
    Assembly assembly;
    Forces forces;
};

/// Forces of every part in the state as it is.
const Forces& look_at_forces(const World& world, ForceLook& look);

}  // namespace souple
