// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Files that a scene names: meshes, grooms, robot descriptions.
#pragma once

#include <filesystem>
#include <functional>

#include "souple/scene/json/node.h"

namespace souple {

/// Calls fn for each text of a scene that names a file.
void for_each_named_file(Node& root, const std::function<void(Node&)>& fn);

/// What such a text means: relative to the file it was written in.
std::filesystem::path meant_file(const Document& document, const Node& node);

}  // namespace souple
