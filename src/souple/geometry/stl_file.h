// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Reads STL files, text and binary.
#pragma once

#include <string>
#include <string_view>

#include "souple/geometry/triangle_mesh.h"

namespace souple {

/// `name` is what errors call the file. Every triangle of an STL brings its own corners: those at the same
/// place become one point, and triangles that collapse are left out. Normals and attributes are ignored.
/// Throws InputError.
TriangleMesh read_stl(std::string_view bytes, const std::string& name);

}  // namespace souple
