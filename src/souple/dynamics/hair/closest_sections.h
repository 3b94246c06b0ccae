// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Closest places of sections, and how far their outlines reach, four pairs or four ends at a time.
#pragma once

#include <array>

#include "souple/dynamics/hair/hair_scratch.h"
#include "souple/math/lane_memory.h"

namespace souple {

constexpr Real parallel_sine = 1e-3;  ///< sections closer to parallel have no direction across both

/// Closest places of the skeletons of four pairs of sections.
struct FourClosest {
    Lanes s{}, t{};    ///< fractions of the way along each
    LaneVec3 between;  ///< [m] from the place on a to that on b
    LaneMask near{};   ///< whether widest outlines would touch there
};

/// Four sections side by side.
struct FourSections {
    LaneVec3 x, way;
    Lanes squared_length{}, widest{};
    Lanes end{};  ///< fractions of it are below: its joint with the next section belongs to that one
};

inline FourSections side_by_side(const std::array<const WispSection*, lane_count>& sections) {
    std::array<Lanes, lane_count> low, high;
    for (int lane = 0; lane < lane_count; ++lane) {
        low[lane] = lanes_from(sections[lane]->x.data());
        high[lane] = lanes_from(sections[lane]->x.data() + lane_count);
    }
    transpose(low[0], low[1], low[2], low[3]);
    transpose(high[0], high[1], high[2], high[3]);
    const Lanes end = {sections[0]->end, sections[1]->end, sections[2]->end, sections[3]->end};
    return {{low[0], low[1], low[2]}, {low[3], high[0], high[1]}, high[3], high[2], end};
}

inline FourSections chosen(const LaneMask& mask, const FourSections& a, const FourSections& b) {
    return {chosen(mask, a.x, b.x), chosen(mask, a.way, b.way), mask ? a.squared_length : b.squared_length,
            mask ? a.widest : b.widest, mask ? a.end : b.end};
}

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
    at.near = (at.s < a.end) & (at.t < b.end) & (dot(at.between, at.between) < reach * reach);
    return at;
}

/// How four pairs lie to each other at their closest places.
struct FourMeetings {
    Lanes distance{};  ///< [m]
    LaneVec3 normal;   ///< unit, from a to b; where they touch that across both
    LaneVec3 across;   ///< unit, across both sections; zero where they are parallel
};

inline FourMeetings four_meetings(const FourSections& a, const FourSections& b, const FourClosest& at) {
    const Lanes one = all_lanes(1);
    FourMeetings meet;
    const LaneVec3 both = cross(a.way, b.way);
    const Lanes squared = dot(both, both);
    const LaneMask crossing = squared >= parallel_sine * parallel_sine * a.squared_length * b.squared_length;
    meet.across = chosen(crossing & (squared > all_lanes(0)), (one / root(squared)) * both, LaneVec3{});
    meet.distance = root(dot(at.between, at.between));
    meet.normal = chosen(meet.distance > all_lanes(1e-9), (one / meet.distance) * at.between, meet.across);
    return meet;
}

/// [m] how far the outlines of four samples at four ends reach: each in the direction of its plane that is
/// nearest to a unit vector. Frames and radii are those of the points.
inline Lanes four_outlines(const std::array<const SectionFrame*, lane_count>& frames,
                           const std::array<const Real*, lane_count>& radii, const LaneVec3& towards) {
    std::array<Lanes, lane_count> low, high, r;
    for (int lane = 0; lane < lane_count; ++lane) {
        low[lane] = lanes_from(frames[lane]->u.data());
        high[lane] = lanes_from(frames[lane]->u.data() + lane_count);
        r[lane] = lanes_from(radii[lane]);
    }
    transpose(low[0], low[1], low[2], low[3]);
    transpose(high[0], high[1], high[2], high[3]);
    transpose(r[0], r[1], r[2], r[3]);
    const Lanes none = all_lanes(0), tiny = all_lanes(1e-300);
    const Lanes c = dot(LaneVec3{low[0], low[1], low[2]}, towards);
    const Lanes s = dot(LaneVec3{low[3], high[0], high[1]}, towards);
    const Lanes ru = c >= none ? r[0] : r[2], rv = s >= none ? r[1] : r[3];
    const Lanes a = c / larger(ru, tiny), b = s / larger(rv, tiny), squared = c * c + s * s;
    const Lanes ellipse = root(squared / larger(a * a + b * b, tiny));
    const Lanes flat = magnitude(c) > magnitude(s) ? ru : rv;
    const Lanes round = ((ru > none) & (rv > none)) ? ellipse : flat;
    const Lanes widest = larger(larger(r[0], r[1]), larger(r[2], r[3]));
    return squared > all_lanes(1e-24) ? round : widest;
}

}  // namespace souple
