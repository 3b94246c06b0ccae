// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Buffers of the hair stages, reused across steps and never saved.
#pragma once

#include <array>
#include <vector>

#include "souple/dynamics/hair/section_frames.h"
#include "souple/dynamics/hair/section_grid.h"
#include "souple/math/types.h"

namespace souple {

/// Two sections that meet: where on each, and how.
struct WispContact {
    int a = 0, b = 0;             ///< first points of the sections in the State
    Real s = 0, t = 0;            ///< fraction along each; of a particle that is inside a section, 0 or 1
    Vec3 normal = Vec3::UnitY();  ///< unit, from a to b
    Real density = 1;             ///< of the volume, relative to rest
    bool only_b = false;          ///< a particle of b is inside a: the source's response moves only b
    Vec3 across = Vec3::Zero();   ///< unit, across both sections; zero where they are parallel
    Real left = 1;                ///< part of a relative velocity that rubbing leaves
};

/// A section as the search reads it.
struct WispSection {
    Vec3 x = Vec3::Zero(), way = Vec3::Zero();  ///< [m] its first particle, and from there to the next
    Real widest = 0;                            ///< [m] no outline of it is wider
    Real squared_length = 0;                    ///< [m^2]
    Real narrowest = 0;                         ///< [m] no outline of it is narrower
    Real density = 1;                           ///< relative to rest
    int point = 0;                              ///< first point in the State
    int slot = 0;
    bool is_last = false;  ///< whether no section of the wisp comes after it
};

/// Where a contact was found, and between which points: contacts are answered in the order of these, which no
/// search has a say in.
struct ContactKey {
    int low = 0, high = 0;   ///< first points of the two sections
    int run = 0, index = 0;  ///< of SectionRun::found
};

/// What the search makes of a few sections at a time.
struct SectionRun {
    std::vector<int> near;  ///< sections that one of them may meet
    std::vector<WispContact> found;
    std::vector<ContactKey> keys;  ///< of these
};

/// What wisps pass on through their roots.
struct WispPull {
    Vec3 impulse = Vec3::Zero();  ///< [N s]
    Vec3 angular = Vec3::Zero();  ///< [N m s] about the origin
};

inline WispPull operator+(const WispPull& a, const WispPull& b) {
    return {a.impulse + b.impulse, a.angular + b.angular};
}

struct HairScratch {
    std::vector<int> live;              ///< slots with a wisp
    std::vector<WispPull> pulls;        ///< of these, at the body that carries them
    std::vector<WispSection> sections;  ///< of these, in order
    SectionGrid grid;                   ///< the same sections
    std::vector<SectionRun> runs;
    std::vector<ContactKey> sorted_keys;  ///< of all contacts
    std::vector<int> first_key;           ///< by point of the part: of those that are low, and the end
    std::vector<WispContact> contacts;    ///< of the last interval
    std::vector<SectionFrame> frames;     ///< by point of the part
    std::vector<Vec3> air;                ///< [m/s] by point of the part
    std::vector<Pose> tracks;             ///< where wisps change, between steps
    std::vector<int> order;               ///< of points along the wind
};

}  // namespace souple
