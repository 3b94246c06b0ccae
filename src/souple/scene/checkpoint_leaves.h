// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Leaves of adaptive surfaces as bytes of a checkpoint.
#pragma once

#include <vector>

#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"
#include "souple/scene/byte_stream.h"

namespace souple {

void put_leaves(ByteWriter& out, const std::vector<Leaves>& leaves);

/// InputError when what comes out is no refinement of the surfaces that `leaves` holds now.
void get_leaves(ByteReader& in, std::vector<Leaves>& leaves);

/// Points of all surfaces together.
std::size_t point_count(const std::vector<Leaves>& leaves);

}  // namespace souple
