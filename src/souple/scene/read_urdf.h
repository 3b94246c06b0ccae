// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Robot descriptions (URDF) as links of an articulated part. Coordinates stay as they are in the file, where
// z is usually up.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "souple/models/articulated.h"

namespace souple {

struct UrdfOptions {
    bool floating = false;              ///< the root is held by nothing; else it stays where it is
    std::optional<std::string> folder;  ///< of mesh files; none: a description with meshes is refused
};

/// Parents come before children. A link without mass must sit on another by a fixed joint, which then carries
/// its shape, or be the root of a tree that does not float. InputError that starts with `name:line:`, for
/// what is no tree, has no mass, or moves in a way we do not know (planar and floating joints, mimics).
std::vector<LimbDef> read_urdf(std::string_view text, const std::string& name, const UrdfOptions& options);

/// The same from a file; meshes are looked for beside it.
std::vector<LimbDef> load_urdf(const std::string& path, bool floating);

}  // namespace souple
