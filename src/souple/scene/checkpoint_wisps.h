// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Wisps of hair as bytes of a checkpoint.
#pragma once

#include <vector>

#include "souple/dynamics/hair/wisp_state.h"
#include "souple/scene/byte_stream.h"

namespace souple {

void put_wisps(ByteWriter& out, const std::vector<HairState>& hair);

/// InputError when what comes out does not fit the hair that `hair` holds now.
void get_wisps(ByteReader& in, std::vector<HairState>& hair);

}  // namespace souple
