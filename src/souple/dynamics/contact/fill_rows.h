// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Makes manifolds into rows: once in a step each enters its lane, in every interval the rows follow the
// places and the inertias.
#pragma once

#include "souple/dynamics/contact/manifold.h"
#include "souple/dynamics/contact/row_packet.h"

namespace souple {

/// Puts a manifold with its impulses into a lane of an empty packet.
void enter_manifold(const Manifold& manifold, int lane, const Movers& movers, RowPacket& packet,
                    CarriedPlaces& places);

/// Places of four manifolds, and what is between their two surfaces; both from the centre of a.
struct FollowedPlaces {
    LaneVec3 place[4], apart[4];  ///< [m]
    Lanes gap[4]{};               ///< [m]
};

/// Where the places are when the carriers are there; the normal stays.
FollowedPlaces follow_places(const LanePoses& a, const LanePoses& b, const CarriedPlaces& places,
                             const LaneVec3& normal);

/// Takes the rows there, from carriers that are so far apart [m].
void place_rows(const FollowedPlaces& followed, const LaneVec3& from_a_to_b, const CarriedPlaces& places,
                RowPacket& packet);

/// How the movers answer there.
void weigh_rows(const CarriedPlaces& places, Movers& movers, RowPacket& packet);

/// Tells a manifold where its places are; `centre` [m] is that of its side a.
void note_places(const FollowedPlaces& followed, int lane, const Vec3& centre, Manifold& manifold);

/// Gives the impulses of a lane back to its manifold.
void leave_manifold(const RowPacket& packet, int lane, Manifold& manifold);

/// Which mover answers for a side; obstacles have one that does not.
int mover_of(const ManifoldSide& side, const Movers& movers);

}  // namespace souple
