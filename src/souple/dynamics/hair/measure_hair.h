// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Numbers about hair that probes record. Pure.
#pragma once

#include "souple/dynamics/hair/draw_hairs.h"
#include "souple/dynamics/world.h"

namespace souple {

int wisp_count(const Model& model, const State& state, int part);  ///< those that live
/// Meetings of sections in the last interval.
int wisp_contact_count(const World& world, int part);
/// [deg] largest angle between a wisp's root and the way from there to its tip.
Real largest_lean(const World& world, int part);
/// Largest relative change of length of a segment outside the root.
Real segment_strain(const World& world, int part);
/// [m] how deep a particle outside the root, or a spot between two of them, lies in an obstacle.
Real wisp_penetration(const World& world, int part);
/// [m] the same for samples of envelopes.
Real envelope_penetration(const World& world, int part);
/// [m] the same for points of drawn hairs, which `shown` may have already.
Real hair_penetration(const World& world, int part, HairGallery& shown);
/// [m] how far drawn hairs at most had to be lifted out of solids, which is how far they leave the envelope.
Real hair_lift(const World& world, int part);
/// [m] how far the axis of a wisp stands out on the other side of a sheet that it may touch than its root.
Real wisp_through_cloth(const World& world, int part);
/// [m] the same for drawn hairs.
Real hair_through_cloth(const World& world, int part, HairGallery& shown);
/// Largest relative difference between the length of a drawn hair and what it should be.
Real hair_length_error(const World& world, int part);
/// [deg] twist of the last sections against their roots, the mean of all wisps.
Real tip_twist(const World& world, int part);
/// Smallest over largest diameter of the flattest section.
Real flattest_ratio(const World& world, int part);

}  // namespace souple
