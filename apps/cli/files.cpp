// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "souple/core/errors.h"
#include "souple/core/files.h"

namespace souple::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* other_folder = "choose another folder, for example -o ~/souple_run";

}  // namespace

void make_writable_folder(const std::string& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw InputError(fmt::format("{}: cannot be made: {}; {}", folder, error.message(), other_folder));
    if (access(folder.c_str(), W_OK) != 0)
        throw InputError(fmt::format("{}: is not writable; allow it with: chmod u+w '{}', or {}", folder,
                                     folder, other_folder));
}

void check_writable(const std::string& file) {
    if (fs::is_directory(file)) throw InputError(fmt::format("{}: is a folder, a file was expected", file));
    const WritePlace place = find_place(file);
    if (!place.is_plain) {
        if (access(file.c_str(), W_OK) != 0) throw InputError(fmt::format("{}: cannot be written to", file));
        return;
    }
    const fs::path parent = fs::path(place.target).parent_path();
    const std::string folder = parent.empty() ? "." : parent.string();
    if (!fs::exists(folder))
        throw InputError(
            fmt::format("{}: no folder to write in: {}; make it with: mkdir -p '{}'", file, folder, folder));
    if (access(folder.c_str(), W_OK) != 0)
        throw InputError(
            fmt::format("{}: no folder to write in: {} is not writable; allow it with: chmod u+w '{}', or "
                        "name a file elsewhere",
                        file, folder, folder));
}

std::string size_text(std::int64_t bytes) {
    const double size = static_cast<double>(bytes);
    if (size < 1e5) return fmt::format("{:.1f} kB", 1e-3 * size);
    return size < 1e9 ? fmt::format("{:.1f} MB", 1e-6 * size) : fmt::format("{:.1f} GB", 1e-9 * size);
}

}  // namespace souple::cli
