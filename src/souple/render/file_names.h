// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Parts of file names.
#pragma once

#include <cctype>
#include <filesystem>
#include <string>

namespace souple {

/// The end of a file name in lower case, without its dot: "png".
inline std::string extension_of(const std::string& path) {
    std::string text = std::filesystem::path(path).extension().string();
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text.empty() ? text : text.substr(1);
}

}  // namespace souple
