// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Colours that tell the bodies of one part apart.
#pragma once

#include <array>
#include <cstddef>

namespace souple {

constexpr std::size_t body_colour_count = 8;

/// Linear red, green and blue of the body with this index in its part. The same eight for everybody, over and
/// over: any two can be told apart without red or green cones too, and those that follow each other by far.
std::array<float, 3> body_colour(std::size_t index);

}  // namespace souple
