// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What wisps do to the body that carries their roots: it feels their pull and the weight of their roots, so
// that both together keep their linear momentum.
#pragma once

#include "souple/dynamics/hair/hair_scratch.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// The frame that carries the roots, -1: none.
int carrier_of_roots(const Model& model, const Hair& hair);

/// Whether a body carries the roots and feels them. Rods and turning segments do not tell what pulls at their
/// root, and links of a tree are led by their joints.
bool is_felt(const Model& model, const Hair& hair);

/// Gives the body that carries the roots its pull.
void pull_carrier(const Model& model, const Hair& hair, const WispPull& pull, State& state);
/// The same, an impulse at a place [m].
void pull_carrier(const Model& model, const Hair& hair, const Vec3& impulse, const Vec3& place, State& state);

}  // namespace souple
