// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Material spots: places named by where they are on the rest shape, whatever points are there.
#pragma once

#include "souple/dynamics/measure.h"

namespace souple {

/// The spot of these triangles that lies nearest to a place of the rest shape, in part coordinates.
MaterialPoint spot_nearest_to(const Model& model, Range triangles, const Vec3& rest);

}  // namespace souple
