// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Endless planes have a piece to be seen: a square that goes as far as whoever shows them needs.
#pragma once

#include "souple/view/frame.h"

namespace souple {

/// In world coordinates, a square of the plane in which the mesh at this placement lies: it goes `reach` [m]
/// to each side of the foot of `about`. A mesh that is not flat stays as it is.
SurfaceView spread_out(const SurfaceView& mesh, const Pose& pose, const Vec3& about, Real reach);

}  // namespace souple
