// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What forces instead of impulses ask of a scene: a stiffness, and for the wall reaction walls along the
// axes.
#pragma once

#include "souple/scene/scene.h"

namespace souple {

/// Throws a SceneError at the place of what does not fit.
void check_penalty(const Scene& scene);

}  // namespace souple
