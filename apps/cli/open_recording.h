// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Recordings that people ask for by name: what is missing in one is said.
#pragma once

#include <string>

#include "souple/view/film.h"

namespace souple::cli {

enum class Unfinished {
    Warn,    ///< say what is missing and go on
    Refuse,  ///< unless the name says it (NAME.part): throws InputError
};

/// Opens a recording as a film. One without an end was killed, is still being written, or was cut off.
Film open_whole_film(const std::string& path, Unfinished what_then);

}  // namespace souple::cli
