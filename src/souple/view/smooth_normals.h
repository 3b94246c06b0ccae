// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Normals at the corners of triangles: smooth over soft bends, sharp over creases.
#pragma once

#include "souple/view/palette.h"

namespace souple {

using CornerNormals = std::vector<std::array<Vec3f, 3>>;

/// Each corner averages the faces around its node that are turned by less than `crease` [degrees] from its
/// own.
CornerNormals smooth_normals(const SurfaceView& mesh, Real crease);

}  // namespace souple
