// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A film to look at: a recording as it is, or a scene that is simulated first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "souple/view/film.h"

namespace souple::cli {

struct FilmSource {
    std::string file;                   ///< recording (.rec) or scene
    std::vector<std::string> settings;  ///< PATH=VALUE, for a scene
    double memory = 0;                  ///< [B] that a scene may take; 0: 80 % of the machine's
    bool forces = false;                ///< the frames of a scene carry forces and torques
    bool quiet = false;
};

/// A scene is recorded to a temporary file that goes with the film. None when it was interrupted. Throws
/// InputError.
std::optional<Film> open_source(const FilmSource& source);

}  // namespace souple::cli
