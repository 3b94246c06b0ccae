// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Some frames of a film as a film.
#pragma once

#include <string>

#include "souple/view/film.h"

namespace souple::cli {

/// `frames` is `a:b`, `a:b:step` or one number, both ends among them; below zero counts from the end. Empty:
/// all. With a step the film has so many fewer frames a second, and lasts as long as before. Throws
/// InputError.
Film part_of(const Film& film, const std::string& frames, const std::string& source);

}  // namespace souple::cli
