// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Measures that only oriented particles, skins and crowds have.
#pragma once

#include <span>

#include "souple/dynamics/contact/measure_skins.h"
#include "souple/dynamics/world.h"
#include "souple/scene/scene_def.h"

namespace souple {

/// Of one part; added up over parts. 0 of a part that has none of them. `drawn` are the world's skins.
Real model_measure(Measure measure, const World& world, int part, DrawnSkins& drawn);

/// People per area [1/m^2], or their mean speed [m/s], in the region of a probe.
Real region_measure(const ProbeDef& probe, const World& world, std::span<const int> parts);

}  // namespace souple
