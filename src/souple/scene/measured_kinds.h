// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Which kinds of parts a measure is of: asked of another kind it would be 0 for ever, and every bound would
// hold.
#pragma once

#include <span>
#include <string>

#include "souple/dynamics/model.h"
#include "souple/scene/scene_def.h"

namespace souple {

/// InputError when none of these parts is of a kind that has the measure.
void check_measured(Measure measure, const Model& model, std::span<const int> parts);

}  // namespace souple
