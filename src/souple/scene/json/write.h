// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Located JSON back to text; reports, schemas and `--json` outputs are written with it too.
#pragma once

#include <string>
#include <string_view>

#include "souple/core/quote.h"
#include "souple/scene/json/node.h"

namespace souple {

enum class TextLayout { Compact, Pretty };

/// Numbers are the shortest text that reads back to the same bits; a number that is not finite is written
/// null. Pretty indents by two and keeps short lists of plain values on one line; it ends with a line feed.
std::string to_text(const Node& node, TextLayout layout = TextLayout::Compact);

/// One number as JSON text.
std::string number_text(double value);

}  // namespace souple
