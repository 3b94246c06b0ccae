// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/implicit/skin_volume.h"

#include <algorithm>
#include <cmath>

#include "souple/core/joined_sets.h"

namespace souple {

namespace {

/// Carriers whose territories meet are one piece.
void find_pieces(std::span<const SkinSeed> seeds, std::span<const SeedPlace> places, VolumeKeeper& keeper) {
    const int count = static_cast<int>(keeper.volumes.size());
    begin_sets(keeper.piece, count);
    for (std::size_t i = 0; i < seeds.size(); ++i)
        if (!places[i].is_valid()) join_sets(keeper.piece, seeds[i].carrier, places[i].beyond);
    for (int c = 0; c < count; ++c) keeper.piece[c] = first_of_set(keeper.piece, c);
}

/// One step of Newton for each piece: its volume grows by its area times the change of the offset.
void correct_offsets(VolumeKeeper& keeper) {
    constexpr Real farthest = 0.3;  // of a carrier's width: matter that is spread too far stays thin
    const int count = static_cast<int>(keeper.volumes.size());
    std::vector<Real>&missing = keeper.volumes, &area = keeper.areas;
    for (int c = 0; c < count; ++c) missing[c] = keeper.rest[c] - missing[c];
    for (int c = 0; c < count; ++c)
        if (const int piece = keeper.piece[c]; piece != c) {
            missing[piece] += missing[c];
            area[piece] += area[c];
        }
    for (int c = 0; c < count; ++c)
        if (const int piece = keeper.piece[c]; area[piece] > 0)
            keeper.offsets[c] =
                std::clamp(keeper.offsets[c] + missing[piece] / area[piece],
                           -farthest * std::cbrt(keeper.rest[c]), farthest * std::cbrt(keeper.rest[c]));
}

}  // namespace

void measure_territories(std::span<const SkinPrimitive> primitives, std::span<const SkinSeed> seeds,
                         std::span<const SeedPlace> places, int carrier_count, VolumeKeeper& keeper) {
    keeper.volumes.assign(carrier_count, 0);
    keeper.areas.assign(carrier_count, 0);
    for (const SkinPrimitive& primitive : primitives)
        keeper.volumes[primitive.carrier] += 8 * primitive.half_size.prod();
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        keeper.volumes[seeds[i].carrier] += volume_under(seeds[i], places[i].travel);
        if (places[i].is_valid()) keeper.areas[seeds[i].carrier] += area_across(seeds[i], places[i].travel);
    }
}

void note_volume(VolumeKeeper& keeper, std::span<const SkinPrimitive> primitives,
                 std::span<const SkinSeed> seeds, std::span<const Pose> carriers) {
    SkinField field;
    std::vector<SeedPlace> places;
    keeper.offsets.assign(carriers.size(), 0);
    pose_field(field, primitives, carriers);
    follow_skin(field, seeds, carriers, StrayedSeeds::BroughtToBorder, places);
    measure_territories(primitives, seeds, places, static_cast<int>(carriers.size()), keeper);
    keeper.rest = keeper.volumes;
}

void keep_volume(VolumeKeeper& keeper, std::span<const SkinPrimitive> primitives,
                 std::span<const SkinSeed> seeds, std::span<const Pose> carriers, int passes,
                 SkinField& field, std::vector<SeedPlace>& places) {
    for (int pass = 0; pass < passes; ++pass) {
        pose_field(field, primitives, carriers, keeper.offsets);
        follow_skin(field, seeds, carriers, StrayedSeeds::BroughtToBorder, places);
        measure_territories(primitives, seeds, places, static_cast<int>(carriers.size()), keeper);
        find_pieces(seeds, places, keeper);
        correct_offsets(keeper);
    }
    pose_field(field, primitives, carriers, keeper.offsets);
}

}  // namespace souple
