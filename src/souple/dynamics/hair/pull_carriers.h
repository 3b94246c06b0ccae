// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What wisps do to the body that carries their roots: it feels their pull and the weight of their roots, so
// that both together keep their linear momentum.
#pragma once

#include <cstdint>
#include <vector>

#include "souple/dynamics/contact/movers.h"
#include "souple/dynamics/hair/hair_scratch.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Room for trees that hair pulls at, never saved.
struct CarrierScratch {
    Movers movers;                     ///< frames
    std::vector<std::uint8_t> pulled;  ///< by frame: first links of trees that are
};

/// The frame that carries the roots, -1: none.
int carrier_of_roots(const Model& model, const Hair& hair);

/// Whether a body or a link carries the roots and feels them. Turning segments, which have no forces, do not
/// tell what pulls at their root.
bool is_felt(const Model& model, const Hair& hair);

/// Gives the body that carries the roots its pull; all links of a tree answer for the one that does.
void pull_carrier(const Model& model, const Hair& hair, const WispPull& pull, State& state,
                  CarrierScratch& scratch);

}  // namespace souple
