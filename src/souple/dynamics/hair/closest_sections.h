// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Closest places of sections, four pairs at a time.
#pragma once

#include <array>
#include <cstring>

#include "souple/dynamics/hair/hair_scratch.h"
#include "souple/math/lanes.h"

namespace souple {

/// Closest places of the skeletons of four pairs of sections.
struct FourClosest {
    Lanes s{}, t{};    ///< fractions of the way along each
    LaneVec3 between;  ///< [m] from the place on a to that on b
    LaneMask near{};   ///< whether widest outlines would touch
};

/// Four sections side by side.
struct FourSections {
    LaneVec3 x, way;
    Lanes squared_length{}, widest{};
};

inline FourSections side_by_side(const std::array<const WispSection*, lane_count>& sections) {
    std::array<Lanes, lane_count> low, high;
    for (int lane = 0; lane < lane_count; ++lane) {
        std::memcpy(&low[lane], sections[lane]->x.data(), sizeof(Lanes));
        std::memcpy(&high[lane], sections[lane]->way.data() + 1, sizeof(Lanes));
    }
    transpose(low[0], low[1], low[2], low[3]);
    transpose(high[0], high[1], high[2], high[3]);
    return {{low[0], low[1], low[2]}, {low[3], high[0], high[1]}, high[3], high[2]};
}

/// As closest_on_segments, four at a time.
inline FourClosest four_closest(const FourSections& a, const FourSections& b) {
    const Lanes none = all_lanes(0), one = all_lanes(1), tiny = all_lanes(1e-300);
    const auto unit = [&](const Lanes& f) { return smaller(larger(f, none), one); };
    const LaneVec3 r = a.x - b.x;
    const Lanes dd = larger(a.squared_length, tiny), ee = larger(b.squared_length, tiny);
    const Lanes er = dot(b.way, r), dr = dot(a.way, r), de = dot(a.way, b.way);
    const Lanes under = dd * ee - de * de;
    const LaneMask crossing = under > all_lanes(1e-12) * dd * ee;
    FourClosest at;
    at.s = crossing ? unit((de * er - dr * ee) / (crossing ? under : one)) : all_lanes(0.5);
    at.t = unit((de * at.s + er) / ee);
    at.s = unit((de * at.t - dr) / dd);
    at.between = (b.x + at.t * b.way) - (a.x + at.s * a.way);
    const Lanes reach = a.widest + b.widest;
    at.near = dot(at.between, at.between) < reach * reach;
    return at;
}

}  // namespace souple
