// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The bytes of a JSON text: blanks, comments, strings, numbers and the three words.
#pragma once

#include <string>
#include <string_view>

#include "souple/scene/json/node.h"

namespace souple {

/// A position in a text that counts lines.
struct TextCursor {
    std::string_view text;
    std::size_t position = 0;
    int line = 1;
    std::size_t line_start = 0;
};

bool is_at_end(const TextCursor& at);
char peek(const TextCursor& at);  ///< '\0' at the end
bool take(TextCursor& at, char c);
Place place_of(const TextCursor& at);

/// What an error message says about the byte under the cursor: `'x'`, `byte 0xff`, `the end of the file`.
std::string describe_byte(const TextCursor& at);

void skip_byte_order_mark(TextCursor& at);

/// Null, or what is wrong at the cursor.
const char* skip_blanks_and_comments(TextCursor& at);

/// Reads a string at its opening quote. Returns what is wrong, with the cursor on the wrong byte, or empty.
std::string scan_string(TextCursor& at, std::string& out);

/// Reads a number, true, false or null. Returns what is wrong, or empty.
std::string scan_number_or_word(TextCursor& at, Node& out);

}  // namespace souple
