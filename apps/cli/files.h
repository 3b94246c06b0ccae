// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Places to write in, checked before any long work starts.
#pragma once

#include <cstdint>
#include <string>

namespace souple::cli {

/// Makes the folder and proves that files can be written in it.
void make_writable_folder(const std::string& folder);

/// The same for the folder a file will stand in, where symbolic links lead; a device or a pipe must take
/// bytes.
void check_writable(const std::string& file);

/// "14.8 kB", "1.4 MB", "3.1 GB".
std::string size_text(std::int64_t bytes);

}  // namespace souple::cli
