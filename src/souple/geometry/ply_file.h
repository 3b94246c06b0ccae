// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Reads the points and faces of a PLY file: text, or binary of either byte order; everything else in it is
// skipped.
#pragma once

#include <string>
#include <string_view>

#include "souple/geometry/triangle_mesh.h"

namespace souple {

/// Polygons become fans of triangles. Throws InputError with the name, and the line where the file is text.
TriangleMesh read_ply(std::string_view bytes, const std::string& name);

}  // namespace souple
