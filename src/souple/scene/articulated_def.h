// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Articulated bodies as scene files say them.
#pragma once

#include <string>
#include <vector>

#include "souple/models/articulated.h"
#include "souple/scene/body_def.h"

namespace souple {

/// A link as files name it: the solid may be a file.
struct LimbEntry {
    LimbDef limb;
    SolidDef shape = BoxDef{};
};

struct ArticulatedEntry {
    ArticulatedDef articulated;
    std::string urdf;  ///< file whose links come before the others; empty: none
    std::vector<LimbEntry> links;
};

/// The def with the solids of its links.
ArticulatedDef make_articulated(const ArticulatedEntry& entry);

}  // namespace souple
