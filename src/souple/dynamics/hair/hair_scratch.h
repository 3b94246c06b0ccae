// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Buffers of the hair stages, reused across steps and never saved.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "souple/dynamics/hair/section_frames.h"
#include "souple/dynamics/hair/section_grid.h"
#include "souple/math/lanes.h"
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
    Real end = 1;  ///< fractions of it are below: 1, as its joint belongs to the next; of the last one 2

    bool is_last() const { return end > 1; }
};

/// Where a contact was found, and between which points: contacts are answered in the order of these, which no
/// search has a say in.
struct ContactKey {
    int low = 0, high = 0;   ///< first points of the two sections
    int run = 0, index = 0;  ///< of SectionRun::found
};

/// What the search makes of a few sections at a time.
struct SectionRun {
    std::vector<int> near;  ///< places of sections that one of them may meet
    std::vector<WispContact> found;
    std::vector<ContactKey> keys;  ///< of these
};

/// A number for each of four lanes, which threads may write side by side.
using LaneNumbers = std::array<Real, lane_count>;

/// Four contacts of different pairs of wisps, which share no particle, as they are answered.
struct alignas(64) FourContacts {
    LaneIndices contact{-1, -1, -1, -1};  ///< HairScratch::keys, -1: none
    LaneIndices a{}, b{};                 ///< first points of the sections
    LaneNumbers s{}, t{};                 ///< fraction along each
    std::array<LaneNumbers, 3> across{};  ///< unit, across both sections, or zero
    std::array<LaneNumbers, 3> normal{};  ///< unit, from a to b
    LaneNumbers left{};                   ///< part of a relative velocity that rubbing leaves
    LaneNumbers mass{};                   ///< [kg] that feels a change of the relative velocity
    LaneNumbers gain_a0{}, gain_a1{}, gain_b0{},
        gain_b1{};  ///< part of that change which each particle takes
};

constexpr int wisp_colours = 64;

/// What wisps pass on through their roots.
struct WispPull {
    Vec3 impulse = Vec3::Zero();  ///< [N s]
    Vec3 angular = Vec3::Zero();  ///< [N m s] about the origin
};

inline WispPull operator+(const WispPull& a, const WispPull& b) {
    return {a.impulse + b.impulse, a.angular + b.angular};
}

/// Two wisps that meet somewhere. Those of one colour share no wisp.
struct WispPair {
    int low = 0, high = 0;     ///< slots
    int colour = 0, rank = 0;  ///< among those of the colour
    int contacts = 0;
};

/// Where a contact is among those of its pair.
struct ContactPlace {
    int pair = 0, row = 0;
};

struct HairScratch {
    std::vector<int> live;              ///< slots with a wisp
    std::vector<WispPull> pulls;        ///< of these, at the body that carries them
    std::vector<WispSection> sections;  ///< of these, in order
    SectionGrid grid;                   ///< the same sections
    std::vector<WispSection> placed;    ///< and by place of the grid
    std::vector<SectionRun> runs;
    std::vector<ContactKey> keys;             ///< of all contacts of the last interval, in order
    std::vector<int> first_key;               ///< by point of the part: of those that are low, and the end
    std::vector<WispPair> pairs;              ///< of wisps, in the order of their first contacts
    std::vector<int> latest_pair;             ///< by slot: the last pair in which it is high, -1: none
    std::vector<ContactPlace> place_of;       ///< of each contact
    std::vector<std::uint64_t> used_colours;  ///< by slot, a bit for each
    std::array<int, wisp_colours> colour_count{}, colour_begin{};  ///< pairs; first column
    std::vector<int> first_packet;      ///< by column, four pairs side by side; and the end
    std::vector<FourContacts> packets;  ///< colour by colour
    std::vector<Vec3> held;             ///< [N s] by point of the part: what contacts gave to roots
    std::vector<SectionFrame> frames;   ///< by point of the part
    std::vector<Vec3> air;              ///< [m/s] by point of the part
    std::vector<Pose> tracks, anchors;  ///< where wisps change, between steps
    std::vector<int> order;             ///< of points along the wind
};

inline int contact_count(const HairScratch& scratch) { return static_cast<int>(scratch.keys.size()); }

/// Contacts of the last interval, in an order that no search has a say in.
inline const WispContact& contact_at(const HairScratch& scratch, int k) {
    const ContactKey& key = scratch.keys[k];
    return scratch.runs[key.run].found[key.index];
}

}  // namespace souple
