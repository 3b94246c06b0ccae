// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "souple/core/errors.h"

namespace souple::cli {

namespace fs = std::filesystem;

void make_writable_folder(const std::string& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw InputError(fmt::format("{}: cannot be made: {}", folder, error.message()));
    if (access(folder.c_str(), W_OK) != 0) throw InputError(fmt::format("{}: is not writable", folder));
}

void check_writable(const std::string& file) {
    if (fs::is_directory(file)) throw InputError(fmt::format("{}: is a folder, a file was expected", file));
    const fs::path parent = fs::path(file).parent_path();
    const std::string folder = parent.empty() ? "." : parent.string();
    if (access(folder.c_str(), W_OK) != 0)
        throw InputError(fmt::format("{}: no folder to write in: {}", file, folder));
}

}  // namespace souple::cli
