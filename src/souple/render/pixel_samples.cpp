// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/pixel_samples.h"

#include <cmath>
#include <utility>

namespace souple {

PixelSamples::PixelSamples(int samples)
    : columns_(static_cast<int>(std::ceil(std::sqrt(static_cast<double>(samples))))),
      rows_((samples + columns_ - 1) / columns_) {
    for (auto& spots : spots_) spots.resize(static_cast<std::size_t>(columns_) * rows_);
}

void PixelSamples::start(int x, int y) {
    Rng rng{(static_cast<std::uint64_t>(y) << 32 | static_cast<std::uint32_t>(x)) * 0x9e3779b97f4a7c15ull};
    rng.next();
    for (auto& spots : spots_) {
        // one spot in each cell of a grid, in an order of its own so that choices do not follow each other
        for (int row = 0; row < rows_; ++row)
            for (int column = 0; column < columns_; ++column) {
                const Real u = (column + rng.uniform()) / columns_, v = (row + rng.uniform()) / rows_;
                spots[static_cast<std::size_t>(row) * columns_ + column] = {
                    std::min(static_cast<float>(u), 0x1.fffffep-1f),
                    std::min(static_cast<float>(v), 0x1.fffffep-1f)};
            }
        for (std::size_t i = spots.size() - 1; i > 0; --i) std::swap(spots[i], spots[rng.next() % (i + 1)]);
    }
}

}  // namespace souple
