// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// How different two pictures look, for tests: after a blur, because eyes forgive noise but not a moved
// shadow.
#pragma once

#include "souple/render/picture.h"

namespace souple {

/// Differences of lightness and colour as a screen shows them; 0 is equal, 1 is black against white.
struct PictureDifference {
    float mean = 0;
    float largest = 0;
};

/// Pictures of different size are wholly different.
PictureDifference picture_difference(const Picture& a, const Picture& b);

}  // namespace souple
