// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Writing whole files so that a reader never sees half of one.
#pragma once

#include <string>
#include <string_view>

namespace souple {

/// Writes to a temporary name beside `path` and renames: an older file stays whole until the new one is.
/// Throws InputError naming the file, and leaves nothing behind, when the disk refuses.
void write_whole_file(const std::string& path, std::string_view bytes);

}  // namespace souple
