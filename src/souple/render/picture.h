// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A picture as light: linear red, green and blue for each pixel, row by row from the top; and its files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace souple {

struct Picture {
    int width = 0;           ///< [pixels]
    int height = 0;          ///< [pixels]
    std::vector<float> rgb;  ///< linear light, 3 for each pixel; 1 is white, more is brighter than white

    const float* pixel(int x, int y) const { return &rgb[3 * (static_cast<std::size_t>(y) * width + x)]; }
    float* pixel(int x, int y) { return &rgb[3 * (static_cast<std::size_t>(y) * width + x)]; }
};

Picture make_picture(int width, int height);

/// Light to what a screen shows, 0 to 1: bright values are bent under white, then encoded as sRGB.
float tone_mapped(float light);

/// Linear light of a screen, 0 to 1, to the light that is bent to it.
float untone_mapped(float shown);

/// Three bytes for each pixel, tone mapped.
std::vector<std::uint8_t> to_bytes(const Picture& picture);

/// Writes .png, .jpg or .jpeg as the name says; `quality` [1 to 100] is for JPEG. Throws InputError.
void write_picture(const std::string& path, const Picture& picture, int quality = 90);

/// Reads a PNG. What was brighter than white when it was written has been bent under it.
Picture read_png(const std::string& path);

}  // namespace souple
