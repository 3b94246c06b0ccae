// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What must agree between the entries of a scene: names that refer, times that increase, sizes that fit.
#pragma once

#include "souple/scene/scene.h"

namespace souple {

/// Throws a SceneError at the place of the first entry that does not fit the others.
void check_scene(const Scene& scene);

/// Name of a part, whatever its kind.
const std::string& name_of(const PartChoice& part);

/// A movement by name, whichever list it stands in.
struct MotionEntry {
    const MotionDef* motion = nullptr;
    std::string path;  ///< in the document
};
std::vector<MotionEntry> motions_of(const Scene& scene);

}  // namespace souple
