// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Text to located JSON: strict JSON and, beyond it, // and /* */ comments.
#pragma once

#include <cstddef>
#include <string>

#include "souple/scene/json/node.h"

namespace souple {

inline constexpr int max_json_depth = 100;
inline constexpr std::size_t max_json_values = 10'000'000;
inline constexpr std::size_t max_json_bytes = std::size_t{256} << 20;

/// Throws SceneError at the first byte that is wrong. Duplicate keys, trailing commas, numbers that are not
/// finite and text that is not UTF-8 are errors.
Document parse_json(std::string text, std::string file_name);

/// Reads and parses; a missing file, a folder and a file above max_json_bytes are SceneErrors.
Document read_json_file(const std::string& path);

}  // namespace souple
