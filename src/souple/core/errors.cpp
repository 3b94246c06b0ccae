// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/core/errors.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace souple {

namespace {

std::string located(const FileLocation& where, const std::string& message) {
    std::string text = where.file.empty() ? "scene" : where.file;
    if (where.line > 0) text += fmt::format(":{}", where.line);
    if (!where.json_path.empty()) text += ": " + where.json_path;
    return text + ": " + message;
}

}  // namespace

SceneError::SceneError(FileLocation where, const std::string& message)
    : InputError(located(where, message)), location(std::move(where)) {}

void fail_assertion(const char* condition, const char* file, int line, const std::string& values) {
    fmt::print(stderr, "{}:{}: assertion failed: {}{}{}\n", file, line, condition, values.empty() ? "" : ": ",
               values);
    std::abort();
}

}  // namespace souple
