// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// How skins that frames carry push each other and are pushed by obstacles: impulses over an interval, equal
// and opposite between skins (000 F0.28, F0.30).
#pragma once

#include <span>
#include <vector>

#include "souple/dynamics/contact/frame_skin.h"
#include "souple/dynamics/control.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"
#include "souple/implicit/skin_contact.h"
#include "souple/implicit/skin_volume.h"

namespace souple {

/// Where a skin is at one moment.
struct PlacedSkin {
    std::vector<Pose> carriers;
    std::vector<Vec3> x, v, w;  ///< of the carriers: [m], [m/s], [rad/s]
    SkinField field;
    std::vector<SeedPlace> places;
    VolumeKeeper keeper;
    CarrierLoads loads;
};

/// Follows the frames. What it gives depends on them alone, so nothing of it is saved.
void place_skin(const FrameSkin& skin, const Frames& frames, PlacedSkin& placed);

struct SkinScratch {
    std::vector<PlacedSkin> placed;
    std::vector<SkinTouch> touches;
    int touch_count = 0;  ///< seeds that touched something in the last call
};

/// Gives the frames what their skins receive in the time h [s].
void press_skins(std::span<const FrameSkin> skins, const Model& model, const Control& control, Real h,
                 Frames& frames, SkinScratch& scratch);

}  // namespace souple
