// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Hair as curves of a frame.
#pragma once

#include "souple/dynamics/hair/hair_lines.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"
#include "souple/view/frame.h"

namespace souple {

/// The axis of every wisp as one curve, as thin as a hair: what exports take when they take no hairs.
CurvesView show_wisps(const Model& model, const Hair& hair, const State& state, const std::string& name);

/// Every hair of a part as one curve.
CurvesView show_hair(const Model& model, const Hair& hair, const HairLines& lines, const std::string& name);

}  // namespace souple
