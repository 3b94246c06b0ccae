// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Buffers of the hair stages, reused across steps and never saved.
#pragma once

#include <array>
#include <vector>

#include "souple/dynamics/hair/section_frames.h"
#include "souple/geometry/search/pairs.h"
#include "souple/math/types.h"

namespace souple {

/// Two sections that meet: where on each, and how.
struct WispContact {
    int a = 0, b = 0;             ///< first points of the sections in the State
    Real s = 0, t = 0;            ///< fraction along each; of a particle that is inside a section, 0 or 1
    Vec3 normal = Vec3::UnitY();  ///< unit, from a to b
    Real density = 1;             ///< of the volume, relative to rest
    Real depth = 0;               ///< [m]
    bool only_b = false;          ///< a particle of b is inside a: the source's response moves only b
};

struct HairScratch {
    PairSearch search;
    std::vector<Aabb> boxes;    ///< of sections
    std::vector<int> sections;  ///< first point of each section, by box
    std::vector<IndexPair> pairs;
    std::vector<std::array<WispContact, 4>> found;  ///< by pair
    std::vector<int> found_count;                   ///< by pair
    std::vector<WispContact> contacts;              ///< of the last interval
    std::vector<SectionFrame> frames;               ///< by point of the part
    std::vector<Vec3> air;                          ///< [m/s] by point of the part
    std::vector<Pose> tracks;                       ///< where wisps change, between steps
    std::vector<int> order;                         ///< of points along the wind
};

}  // namespace souple
