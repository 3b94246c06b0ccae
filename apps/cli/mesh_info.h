// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// info MESH: what is in a mesh file, for whoever wants to use it in a scene.
#pragma once

#include <string>

namespace souple::cli {

/// Prints it; throws InputError for what is no mesh.
int print_mesh(const std::string& path);

}  // namespace souple::cli
