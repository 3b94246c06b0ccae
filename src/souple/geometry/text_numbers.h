// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Words and numbers inside a text, for the readers of mesh files. Independent of the locale.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "souple/core/types.h"

namespace souple {

/// Takes the next word off the front of the text; empty when only blanks are left.
inline std::string_view take_word(std::string_view& text) {
    constexpr std::string_view blanks = " \t\r\n\v\f";
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) {
        text = {};
        return {};
    }
    const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    text.remove_prefix(end);
    return word;
}

/// Takes the next line off the front of the text, without its end.
inline std::string_view take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

/// The whole word as a number, or nothing.
template <class Number>
std::optional<Number> parse_number(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    Number value{};
    const char* end = word.data() + word.size();
    const auto [next, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc{} || next != end) return std::nullopt;
    return value;
}

}  // namespace souple
