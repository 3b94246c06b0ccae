// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What every frame promises, checked.
#pragma once

#include "souple/view/frame.h"

namespace souple {

/// Throws InputError that names the structure: a name used twice or empty, a place that is not finite, an
/// index out of range, a list of the wrong length. On instances a node is a placement.
void check(const Frame& frame);

}  // namespace souple
