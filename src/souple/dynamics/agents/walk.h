// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A step on the ground that walls turn aside.
#pragma once

#include "souple/topology/environment/tracking.h"

namespace souple {

/// Straight from p, which `from` holds, to q; along a wall that is in the way, once more.
TrackEnd walk(const Environment& ground, Face from, const Vec2& p, const Vec2& q);

}  // namespace souple
