// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Keeps the volume inside a skin while its carriers move. A sum of fields swells where skeletons come close;
// here the thickness and range of each piece of matter shrink or grow together until the piece has the volume
// of the carriers in it. Pieces are found anew each time, so that they separate and merge.
#pragma once

#include "souple/implicit/seeds.h"

namespace souple {

struct VolumeKeeper {
    std::vector<Real> rest;     ///< [m^3] of each carrier's territory when it was noted
    std::vector<Real> offsets;  ///< [m] of each carrier: give them to pose_field

    // room to work in
    std::vector<Real> volumes, areas;  ///< [m^3], [m^2] by carrier
    std::vector<int> piece;            ///< by carrier: the smallest carrier of its piece
};

/// Volume of each carrier's territory and its share of the skin, from seeds that have followed it.
void measure_territories(std::span<const SkinPrimitive> primitives, std::span<const SkinSeed> seeds,
                         std::span<const SeedPlace> places, int carrier_count, VolumeKeeper& keeper);

/// Notes what volume is to be kept: that of now.
void note_volume(VolumeKeeper& keeper, std::span<const SkinPrimitive> primitives,
                 std::span<const SkinSeed> seeds, std::span<const Pose> carriers);

/// Poses the field; its skin is followed `passes` times on the way, with better offsets each time. `places`
/// are those of the last pass.
void keep_volume(VolumeKeeper& keeper, std::span<const SkinPrimitive> primitives,
                 std::span<const SkinSeed> seeds, std::span<const Pose> carriers, int passes,
                 SkinField& field, std::vector<SeedPlace>& places);

}  // namespace souple
