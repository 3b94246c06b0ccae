// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What the settings of a picture change about the frame itself.
#pragma once

#include <optional>

#include "souple/render/render_frame.h"

namespace souple {

/// The frame without what is hidden, and with a ground when the settings ask for one and it has no plane.
/// None when it can be drawn as it is.
std::optional<Frame> dressed(const Frame& frame, const RenderSettings& settings);

}  // namespace souple
