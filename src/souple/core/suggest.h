// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// "Did you mean": the known word nearest to a misspelt one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace souple {

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
int edit_distance(std::string_view a, std::string_view b);

/// The nearest known word, or empty when none is near enough to be a slip of the fingers.
std::string nearest_word(std::string_view word, const std::vector<std::string>& known);

/// `did you mean "x"?`, or else `known <things>: a, b, c`; empty when nothing is known.
std::string suggestion(std::string_view word, const std::vector<std::string>& known, std::string_view things);

}  // namespace souple
