// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/picture_difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace souple {

namespace {

/// One lightness and two colour differences for each pixel.
using Opponents = std::vector<std::array<float, 3>>;

Opponents opponents(const Picture& picture) {
    Opponents all(picture.rgb.size() / 3);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const float r = tone_mapped(picture.rgb[3 * i]);
        const float g = tone_mapped(picture.rgb[3 * i + 1]);
        const float b = tone_mapped(picture.rgb[3 * i + 2]);
        const float lightness = 0.299f * r + 0.587f * g + 0.114f * b;
        all[i] = {lightness, 0.5f * (r - lightness), 0.5f * (b - lightness)};
    }
    return all;
}

/// Mean over five neighbours along one axis; the border repeats.
Opponents blurred(const Opponents& in, int width, int height, bool along_rows) {
    Opponents out(in.size());
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int d = -2; d <= 2; ++d) {
                const int nx = along_rows ? std::clamp(x + d, 0, width - 1) : x;
                const int ny = along_rows ? y : std::clamp(y + d, 0, height - 1);
                for (std::size_t c = 0; c < 3; ++c)
                    out[static_cast<std::size_t>(y) * width + x][c] +=
                        0.2f * in[static_cast<std::size_t>(ny) * width + nx][c];
            }
    return out;
}

Opponents seen(const Picture& picture) {
    const Opponents rows = blurred(opponents(picture), picture.width, picture.height, true);
    return blurred(rows, picture.width, picture.height, false);
}

}  // namespace

PictureDifference picture_difference(const Picture& a, const Picture& b) {
    if (a.width != b.width || a.height != b.height) return {1, 1};
    const Opponents seen_a = seen(a), seen_b = seen(b);
    PictureDifference difference;
    double sum = 0;
    for (std::size_t i = 0; i < seen_a.size(); ++i) {
        float squared = 0;
        for (std::size_t c = 0; c < 3; ++c)
            squared += (seen_a[i][c] - seen_b[i][c]) * (seen_a[i][c] - seen_b[i][c]);
        const float distance = std::sqrt(squared);
        sum += distance;
        difference.largest = std::max(difference.largest, distance);
    }
    difference.mean = static_cast<float>(sum / static_cast<double>(std::max<std::size_t>(1, seen_a.size())));
    return difference;
}

}  // namespace souple
