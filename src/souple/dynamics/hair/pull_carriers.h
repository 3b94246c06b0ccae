// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What wisps do to the body that carries their roots: it feels their pull and the weight of their roots, so
// that both together keep their linear momentum.
#pragma once

#include "souple/dynamics/contact/movers.h"
#include "souple/dynamics/hair/hair_scratch.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Room for the tree that hair pulls at, never saved.
struct CarrierScratch {
    Movers movers;  ///< its links
};

/// The frame that carries the roots, -1: none.
int carrier_of_roots(const Model& model, const Hair& hair);

/// Whether a body or a link carries the roots and feels them. Turning segments, which have no forces, do not
/// tell what pulls at their root.
bool is_felt(const Model& model, const Hair& hair);

/// Gives the body that carries the roots its pull; all links of a tree answer for the one that does.
void pull_carrier(const Model& model, const Hair& hair, const WispPull& pull, State& state,
                  CarrierScratch& scratch);

/// How heavy the hair is for what carries it: 1 when a push or a turn of the carrier, all links of its tree
/// taken together, is answered half by itself and half by its hair. Where the hair comes in heaviest, if it
/// were all at its roots, to a few percent above. A carrier feels its hair an interval late, so that from 1
/// on each would throw the other about more and more.
Real weight_on_carrier(const Model& model, const Hair& hair, const State& state);

}  // namespace souple
