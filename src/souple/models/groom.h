// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A groom: the places of the particles of hair at one moment, as a file that later scenes start from.
#pragma once

#include <string>

#include "souple/dynamics/world.h"

namespace souple {

/// Text: a line with particles and roots, then for each root its particles' places relative to the head.
std::string groom_text(const World& world, const Hair& hair);

/// Moves the skeletons of all roots to where a groom file has them, relative to their head. InputError when
/// it does not fit.
void start_from_groom(World& world, const Hair& hair, const std::string& file);

}  // namespace souple
