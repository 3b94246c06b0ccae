// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Reading whole files, and refusing what is none.
#pragma once

#include <string>

namespace souple {

/// Why a path is not that of a file with an end, such as "is a folder, not a file"; empty when it is one, or
/// when nothing is there. Pipes and devices may have no end, or keep who opens them waiting for ever.
std::string why_not_a_file(const std::string& path);

/// All bytes of a file. InputError naming it when it is none, is missing, or is larger than 2 GB.
std::string read_whole_file(const std::string& path);

}  // namespace souple
