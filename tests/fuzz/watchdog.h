// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Keeps the scene under trial for whoever wants to see it again: a hang, a crash, an assertion and a report
// of a sanitizer all end the program, and by then the scene stands in a file and its number on the last
// lines.
#pragma once

#include <cstdint>
#include <string>

namespace souple::trials {

struct Watched {
    std::string command;  ///< brings the program here again: kind and seed
    std::int64_t number = 0;
    std::string text;
};

/// From now on what is watched is kept in `folder` when the program ends badly, and a trial of more than 10 s
/// of processor time, or 600 s of the clock, ends it.
void start_watching(const std::string& folder);

/// The next trial begins. `watched` must live until the next call.
void watch(const Watched& watched);

/// Writes it to folder/NAME.json and returns that name.
std::string keep_scene(const std::string& folder, const std::string& name, const std::string& text);

}  // namespace souple::trials
