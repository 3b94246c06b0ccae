// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Goals and cells of crowds, trails and cells of tissues in checkpoints.
#pragma once

#include <vector>

#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"
#include "souple/scene/byte_stream.h"

namespace souple {

void put_crowds(ByteWriter& out, const std::vector<CrowdState>& crowds);

/// The crowds are those of a world of the same scene: the file must fit them. InputError when it does not.
void get_crowds(ByteReader& in, std::vector<CrowdState>& crowds);

/// InputError when goals or cells are not those of the model.
void check_crowds(const Model& model, const std::vector<CrowdState>& crowds);

/// The same of tissues.
void put_tissues(ByteWriter& out, const std::vector<TissueState>& tissues);
void get_tissues(ByteReader& in, std::vector<TissueState>& tissues);
void check_tissues(const Model& model, const std::vector<TissueState>& tissues);

}  // namespace souple
