// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/core/read_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "souple/core/errors.h"

namespace souple {

std::string why_not_a_file(const std::string& path) {
    std::error_code ignored;
    switch (std::filesystem::status(path, ignored).type()) {
        case std::filesystem::file_type::directory:
            return "is a folder, not a file";
        case std::filesystem::file_type::fifo:
            return "is a pipe, not a file";
        case std::filesystem::file_type::socket:
        case std::filesystem::file_type::character:
        case std::filesystem::file_type::block:
            return "is a device, not a file";
        default:
            return "";
    }
}

std::string read_whole_file(const std::string& path) {
    constexpr std::uintmax_t most_bytes = std::uintmax_t{2} << 30;
    if (const std::string why = why_not_a_file(path); !why.empty()) throw InputError(path + ": " + why);
    std::ifstream file(path, std::ios::binary);
    if (!file) throw InputError(path + ": cannot open the file");
    std::error_code error;
    if (const std::uintmax_t size = std::filesystem::file_size(path, error); !error && size > most_bytes)
        throw InputError(fmt::format("{}: is larger than {} GB", path, most_bytes >> 30));
    std::ostringstream content;
    content << file.rdbuf();
    if (file.bad()) throw InputError(path + ": cannot read the file");
    return std::move(content).str();
}

}  // namespace souple
