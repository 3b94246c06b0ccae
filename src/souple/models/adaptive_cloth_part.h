// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Builds a cloth that refines itself.
#pragma once

#include "souple/models/cloth.h"

namespace souple {

/// A cloth whose Def says how it adapts. Adaptive parts stand at the end of every array: no other part may be
/// added after one.
PartId add_adaptive_cloth(World& world, const ClothDef& def);

}  // namespace souple
