// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Writing whole files so that a reader never sees half of one.
#pragma once

#include <string>

namespace souple::cli {

/// Writes to a temporary name and renames. Throws InputError naming the file when the disk refuses.
void write_file(const std::string& path, const std::string& text);

/// Makes the folder and proves that files can be written in it, before any long work starts.
void make_writable_folder(const std::string& folder);

/// The same for the folder a file will stand in.
void check_writable(const std::string& file);

}  // namespace souple::cli
