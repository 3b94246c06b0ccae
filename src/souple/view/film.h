// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A sequence of frames, wherever it comes from: a recording on disk, or a simulation that runs.
#pragma once

#include <functional>

#include "souple/view/frame.h"
#include "souple/view/staging.h"

namespace souple {

struct Film {
    std::string title;
    int frame_count = 0;
    Real frames_per_second = 30;
    std::function<Frame(int)> frame;  ///< the frame with this index, in [0, frame_count)
    Staging staging = {};             ///< how it wants to be shown
};

}  // namespace souple
