// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Reads the points, faces and groups of a Wavefront OBJ text; materials, normals and texture coordinates are
// skipped.
#pragma once

#include <string>
#include <string_view>

#include "souple/geometry/mesh_files.h"

namespace souple {

/// Polygons become fans of triangles. Throws InputError that starts with `name:line:`.
GroupedMesh read_obj(std::string_view text, const std::string& name);

}  // namespace souple
