// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The narrow phase: where two touchables touch, or will touch within the step.
#pragma once

#include <optional>

#include "souple/dynamics/contact/touchables.h"

namespace souple {

/// Whether a pair may touch in several places: one side is a mesh.
bool touches_several(const ContactView& view, const Touchable& a, const Touchable& b);

/// Fills the manifold of a pair that touches in one place at most; count 0 when it does not. A spot inside a
/// triangle becomes movers.spreads[spread], one of an edge too, and that of the first of two edges the next
/// one.
void touch_pair(const ContactView& view, const Touchable& a, const Touchable& b, int spread,
                Manifold& manifold, Movers& movers);

/// Fills scratch.manifolds of the pairs [begin, end); those with a mesh get no points here. Pairs of one box
/// after the other are quickest.
void touch_pairs(const ContactView& view, int begin, int end, InteractionScratch& scratch);

/// Appends the manifolds of a pair with a mesh, at most 16.
void touch_mesh_pair(const ContactView& view, const Touchable& a, const Touchable& b, const Movers& movers,
                     std::vector<Manifold>& manifolds);

/// Fraction of the way from one view of the world to a later one at which two rigid things come within
/// `distance` [m] of each other, if they do.
std::optional<Real> first_touch(const ContactView& from, const ContactView& to, const Touchable& a,
                                const Touchable& b, Real distance);

/// Where a mover is, as a pose that carries the places of its contacts.
Pose carrier_of(const ContactView& view, const Movers& movers, int mover);

}  // namespace souple
