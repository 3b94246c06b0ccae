// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Where skins are at one moment, and room to press them in: worked out from the frames, never saved.
#pragma once

#include <cstdint>
#include <vector>

#include "souple/dynamics/contact/frame_skin.h"
#include "souple/dynamics/contact/movers.h"
#include "souple/dynamics/state.h"
#include "souple/implicit/skin_contact.h"
#include "souple/implicit/skin_volume.h"

namespace souple {

/// Where a skin is at one moment.
struct PlacedSkin {
    std::vector<Pose> carriers;
    std::vector<Vec3> x, v, w;  ///< of the carriers: [m], [m/s], [rad/s]
    std::vector<CarrierYield> yield;
    Real duration = 0;  ///< [s] for how long it is pressed as it is now
    SkinField field;
    std::vector<SeedPlace> places;
    VolumeKeeper keeper;
    CarrierLoads loads;
    Real stored = 0;    ///< [J] that pressing it has stored
    int looked_at = 0;  ///< times that a seed was asked whether it is inside something, in the last interval
    int touching = 0;   ///< times that it was
    Real deepest = 0;   ///< [m] how far it was pressed in, in the last interval
    bool on_body = false;    ///< some of that in a body
    bool on_still = false;   ///< some of that in an obstacle that stands
    bool on_driven = false;  ///< some of that in an obstacle that moves, or in an agent
};

struct SkinScratch {
    Frames start;                    ///< at the start of the interval; empty: nobody knows
    std::vector<PlacedSkin> placed;  ///< by Model::skins
    std::vector<SkinTouch> touches;
    std::vector<SkinTouch> touches_back;  ///< of the other of two skins
    std::vector<SolidLoad> on_pieces;     ///< by Model::pieces
    Movers movers;                        ///< links that skins press on
    std::vector<std::uint8_t> pressed;    ///< by frame: first links of trees that are
    int touch_count = 0;                  ///< seeds that touched something in the last call
    Real deepest_press = 0;               ///< [m] of these seeds
};

}  // namespace souple
