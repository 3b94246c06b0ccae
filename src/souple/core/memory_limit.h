// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// How much memory this program may take, and amounts of it as people write them.
#pragma once

#include <string>
#include <string_view>

namespace souple {

/// An amount, and who sets it.
struct MemoryLimit {
    double bytes = 0;
    std::string reason;  ///< "80 % of this machine's memory"
};

/// 80 % of what the machine has, or of less where a control group or RLIMIT_AS leave less.
MemoryLimit default_memory_limit();

/// "3 GB", "1.5G", "800 MB" or a number of bytes; units are powers of 1000. InputError says what was
/// expected.
double parse_memory(std::string_view text);

/// "12.3 kB", "4.5 MB", "6.7 GB".
std::string memory_text(double bytes);

}  // namespace souple
