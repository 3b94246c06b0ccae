// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Texts in quotes, for messages and for JSON.
#pragma once

#include <string>
#include <string_view>

namespace souple {

/// A string with quotes and escapes.
std::string quote(std::string_view text);

/// The same for messages: long texts are cut.
std::string quote_short(std::string_view text);

}  // namespace souple
