// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Sample places of a skin that follow it however it deforms (000 F0.28, F0.29). Each carrier's skeleton is
// sampled alone, once; afterwards a seed slides along its own normal to the skin of the whole. Where another
// carrier's field is stronger it is not valid: that carrier has seeds there. So seeds survive any change of
// topology.
#pragma once

#include <span>
#include <vector>

#include "souple/implicit/skin_field.h"

namespace souple {

struct SkinSeed {
    int carrier = 0;
    Vec3 place = Vec3::Zero();    ///< [m] on the skin of the carrier alone, in its frame
    Vec3 normal = Vec3::UnitX();  ///< unit, outwards, in its frame: the ray it slides on
    Real area = 0;                ///< [m^2] of skin that it stands for
    Real distance = 0;            ///< [m] from the skeleton
    int spread = 3;  ///< rays of a face run in parallel (1), those of an edge or a corner part (2, 3)
    Real share = 1;  ///< of the carrier's field there, 1 but for what is left of finding the place
};

/// One seed for about spacing^2 [m^2]. Primitives of one carrier must be neighbours in the list.
std::vector<SkinSeed> sample_skeletons(std::span<const SkinPrimitive> primitives, Real spacing);

/// Where a seed is now.
struct SeedPlace {
    Vec3 place = Vec3::Zero();  ///< [m]
    Vec3 ray = Vec3::UnitX();   ///< unit; not worked out for a strayed seed that is left
    Real travel = 0;            ///< [m] along the ray from where it was sampled
    /// Whose territory stopped it, of a seed that is left some carrier that is stronger there; -1: it is
    /// valid, on the skin.
    int beyond = -1;
    bool is_valid() const { return beyond < 0; }
};

/// What becomes of a seed that enters another carrier's territory: contact asks no more than that it is not
/// valid, so it is left where that shows; a volume is measured up to the border.
enum class StrayedSeeds { Left, BroughtToBorder };

/// Slides every seed to the skin. Valid are those that reach it within the territory of their carrier, where
/// they get the same bits whatever becomes of the others.
void follow_skin(const SkinField& field, std::span<const SkinSeed> seeds, std::span<const Pose> carriers,
                 StrayedSeeds strayed, std::vector<SeedPlace>& places);

/// [m^2] what the rays around a seed enclose after so much travel, measured across them.
Real area_across(const SkinSeed& seed, Real travel);
/// [m^3] between the skeleton and the seed, along the rays around it.
Real volume_under(const SkinSeed& seed, Real travel);

}  // namespace souple
