// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Wisps in two-byte numbers: 14 bytes for a particle with four samples, exact to a thousandth of a
// millimetre.
#pragma once

#include "souple/scene/json/node.h"
#include "souple/studio/live_frame.h"
#include "souple/studio/stream_numbers.h"

namespace souple {

/// Puts where the wisps are; `node` says where the numbers begin and what they count.
void put_wisp_places(const WispsView& view, StreamNumbers& numbers, Node& node);

/// Puts which wisps there are, and what their hairs look like.
void put_wisp_notes(const WispsView& view, StreamNumbers& numbers, Node& node);

/// Changes when the notes do.
std::uint64_t wisp_notes_hash(const WispsView& view);

}  // namespace souple
