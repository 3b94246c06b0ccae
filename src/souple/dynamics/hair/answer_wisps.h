// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What sections that meet do to each other: they stop, or go into each other and rub (001 W5.4 to W5.7).
#pragma once

#include "souple/dynamics/hair/hair_scratch.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// Unit vector across both sections, zero where they are parallel; with the product of the squared lengths.
Vec3 across_both(const Vec3& way_a, const Vec3& way_b, Real squared_lengths);

/// Answers the contacts of scratch over an interval of h [s]. Sections rub where they move along each other,
/// and where neither has a say because they are parallel or move alike: nothing is left of their relative
/// velocity across both, and the rest decays at the viscosity, whatever the number of times h is divided.
/// Others stop. Pairs of wisps of one colour share no wisp and are answered at once, colour after colour.
/// Returns what goes to the body that carries the roots, where one feels them.
WispPull answer_wisp_contacts(const Model& model, const Hair& hair, Real h, State& state,
                              HairScratch& scratch);

}  // namespace souple
