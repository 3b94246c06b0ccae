// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/view/body_colours.h"

namespace souple {

std::array<float, 3> body_colour(std::size_t index) {
    // indigo, cyan, wine, orange, purple, green, sand, teal
    static constexpr std::array<std::array<float, 3>, body_colour_count> colours{{{0.056f, 0.091f, 0.392f},
                                                                                  {0.246f, 0.604f, 0.855f},
                                                                                  {0.270f, 0.028f, 0.107f},
                                                                                  {0.694f, 0.184f, 0.024f},
                                                                                  {0.479f, 0.171f, 0.479f},
                                                                                  {0.028f, 0.205f, 0.061f},
                                                                                  {0.791f, 0.624f, 0.202f},
                                                                                  {0.037f, 0.352f, 0.279f}}};
    return colours[index % body_colour_count];
}

}  // namespace souple
