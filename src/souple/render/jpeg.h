// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// JPEG in memory; apart, because its library reports errors by jumping.
#pragma once

#include <cstdint>
#include <vector>

namespace souple {

struct ByteImage {
    int width = 0, height = 0;        ///< [pixels]
    std::vector<std::uint8_t> bytes;  ///< red, green, blue of each pixel
};

/// Throws InputError when the library refuses.
std::vector<std::uint8_t> encode_jpeg(const ByteImage& image, int quality);

}  // namespace souple
