// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Reads the points and faces of a Wavefront OBJ text; names, materials, normals and texture coordinates are
// skipped.
#pragma once

#include <string>
#include <string_view>

#include "souple/geometry/triangle_mesh.h"

namespace souple {

/// Polygons become fans of triangles. Throws InputError that starts with `name:line:`.
TriangleMesh read_obj(std::string_view text, const std::string& name);

}  // namespace souple
