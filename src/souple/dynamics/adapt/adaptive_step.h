// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A step of a world with surfaces that refine themselves: joins what is flat, steps, and where the result is
// bent too sharply goes back, divides and steps again (004 F4.2, F4.8).
#pragma once

#include "souple/dynamics/world.h"

namespace souple {

/// As World::step. After it every fold of every adaptive surface is below the limit of its faces, or those
/// are of the finest level.
StepReport adaptive_step(World& world, const StepSettings& settings);

}  // namespace souple
