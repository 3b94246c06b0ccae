// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Frames as bytes for a page (docs/formats/stream.md): places as float32, topology only when it is new to the
// page.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "souple/studio/live_frame.h"

namespace souple {

constexpr int most_streamed_curve_nodes = 40000;  ///< of one structure; beyond it every n-th curve is sent

/// What one page has been sent, and what it wants.
struct PageStream {
    std::map<std::string, std::uint64_t> known;  ///< what a structure had, by what of it
    std::map<std::string, std::shared_ptr<const SurfaceView>> meshes;  ///< of instances, by structure
    Wish wish;
};

/// The bytes of a frame for this page.
std::string to_stream_bytes(const LiveFrame& live, PageStream& page);

}  // namespace souple
