// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What a page can be shown of a running world: a frame, with hair as its wisps, and what people ask to see
// beside it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "souple/dynamics/hair/hair.h"
#include "souple/view/frame.h"

namespace souple {

/// What a page wants to see beside the things themselves.
struct Sights {
    bool forces = false;    ///< on points and frames
    bool torques = false;   ///< on frames
    bool contacts = false;  ///< where things touch, and how hard
    bool zones = false;     ///< ellipsoids in which oriented particles feel others
    bool rest = false;      ///< ellipsoids on which their neighbours come to rest

    bool operator==(const Sights&) const = default;
};

/// What a page wants to be shown.
struct Wish {
    Sights sights;
    std::string quantity;  ///< that it colours by; empty: none
};

/// One wisp: which hairs it has, and how long they are.
struct WispNote {
    int root = 0;
    int depth = 0;             ///< how often it has split
    std::uint64_t branch = 0;  ///< which half it was each time
    float rest = 0;            ///< [m] length at rest
};

/// Hair as what its hairs are grown from (souple/dynamics/hair/hair_curves.h).
struct WispsView {
    StructureHead head;
    HairLook look;
    int particles = 0;  ///< of a wisp
    int samples = 0;    ///< in each section plane
    std::vector<WispNote> wisps;
    std::vector<Vec3> places;  ///< [m] by wisp and particle
    std::vector<Vec3> sides;   ///< by wisp: first axis of the root, unit
    std::vector<float> radii;  ///< [m] by wisp, particle and sample
    std::vector<float> twist;  ///< [rad] by wisp and particle; empty: sections turn with the root
};

/// Vectors at places.
struct ArrowsView {
    std::string name;  ///< forces, torques, contacts, held
    std::string unit;
    std::vector<Vec3> from;   ///< [m]
    std::vector<Vec3> along;  ///< [unit]
};

struct EllipsoidsView {
    std::string name;  ///< zones, rest, balls
    std::vector<Pose> poses;
    std::vector<Vec3> radii;  ///< [m] half axes
};

struct LiveFrame {
    Frame frame;  ///< without the hairs of `wisps`
    std::vector<WispsView> wisps;
    std::vector<ArrowsView> arrows;
    std::vector<EllipsoidsView> ellipsoids;
};

}  // namespace souple
