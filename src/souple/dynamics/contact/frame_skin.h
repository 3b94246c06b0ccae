// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The implicit skin of an object made of frames: skeletons that the frames carry.
#pragma once

#include <string>
#include <vector>

#include "souple/implicit/skin_contact.h"

namespace souple {

/// The skin of one object.
struct FrameSkin {
    std::string name;
    int part = -1;                          ///< Model::parts; -1: of no part, touches everything
    std::vector<int> frames;                ///< its carriers, in State::frames
    std::vector<SkinPrimitive> primitives;  ///< their carriers count in `frames`
    std::vector<SkinSeed> seeds;            ///< of sample_skeletons
    Real pressure = 1e4;                    ///< [Pa] where the field is 2
    SkinFeel feel;
    std::vector<Real> rest_volume;  ///< [m^3] by carrier, of note_volume; empty: volume is not kept
    int volume_passes = 4;
    Real cell = 0.1;  ///< [m] of the lattice that pictures and measures draw it on
};

}  // namespace souple
