// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Measures that only hair, oriented particles, skins and crowds have.
#pragma once

#include <span>

#include "souple/dynamics/contact/measure_skins.h"
#include "souple/dynamics/hair/measure_hair.h"
#include "souple/dynamics/world.h"
#include "souple/scene/scene_def.h"

namespace souple {

/// Of one part; added up over parts. 0 of a part that has none of them. `drawn` are the world's skins.
Real model_measure(Measure measure, const World& world, int part, DrawnSkins& drawn);

/// Of hair; of one that is small where it matters the opposite, as for the least height. 0 of other measures.
Real hair_measure(Measure measure, const World& world, int part, HairGallery& shown);

/// [m] how far the deepest seed of the skins of a part was pressed in, in the last interval; 0 of other
/// parts.
Real skin_press(const World& world, int part);

/// People per area [1/m^2], or their mean speed [m/s], in the region of a probe.
Real region_measure(const ProbeDef& probe, const World& world, std::span<const int> parts);

}  // namespace souple
