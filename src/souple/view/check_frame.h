// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What every frame promises, checked.
#pragma once

#include "souple/core/errors.h"
#include "souple/view/frame.h"

namespace souple {

constexpr Real farthest_place =
    1e30;  ///< [m] along each axis: fits into a 32-bit number with room for squares

/// What is wrong with a structure of a frame.
struct FrameError : InputError {
    FrameError(const StructureHead& head, const std::string& what);
    std::string part;   ///< that the structure shows
    std::string fault;  ///< what is wrong, without the name of the structure
};

/// Throws FrameError that names the structure: a name used twice or empty, a place that is not finite or too
/// far, an index out of range, a list of the wrong length. On instances a node is a placement.
void check(const Frame& frame);

}  // namespace souple
