// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/core/files.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "souple/core/errors.h"

namespace souple {

void write_whole_file(const std::string& path, std::string_view bytes) {
    const std::string temporary = path + ".part";
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    std::error_code error;
    if (file) std::filesystem::rename(temporary, path, error);
    if (file && !error) return;
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    throw InputError(
        fmt::format("{}: cannot be written{}{}", path, error ? ": " : "", error ? error.message() : ""));
}

}  // namespace souple
