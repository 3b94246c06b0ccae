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
    Real depth = 0;               ///< [m] by the narrowest outlines; below 0 where only wider ones meet
    bool only_b = false;          ///< a particle of b is inside a: the source's response moves only b
    Vec3 across = Vec3::Zero();   ///< unit, across both sections; zero where they are parallel
};

/// A section as the search reads it.
struct WispSection {
    Vec3 x = Vec3::Zero(), way = Vec3::Zero();  ///< [m] its first particle, and from there to the next
    Real widest = 0;                            ///< [m] no outline of it is wider
    Real squared_length = 0;                    ///< [m^2]
    int point = 0;                              ///< first point in the State
    int slot = 0;
};

struct HairScratch {
    PairSearch search;
    std::vector<int> live;              ///< slots with a wisp
    std::vector<WispSection> sections;  ///< of these, in order
    std::vector<Aabb> boxes;            ///< around sections, with room to move; `pairs` belongs to them
    std::vector<IndexPair> pairs;
    std::vector<char> is_held;                    ///< by live slot: whether the boxes still hold its sections
    std::vector<std::vector<WispContact>> found;  ///< by run of pairs
    std::vector<WispContact> contacts;            ///< of the last interval
    std::vector<SectionFrame> frames;             ///< by point of the part
    std::vector<Vec3> air;                        ///< [m/s] by point of the part
    std::vector<Pose> tracks;                     ///< where wisps change, between steps
    std::vector<int> order;                       ///< of points along the wind
};

}  // namespace souple
