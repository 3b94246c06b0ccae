// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Section planes of a wisp and their axes, carried from the root to the tip without twist (001 W1.6).
#pragma once

#include <cmath>

#include "souple/math/one_or_four.h"
#include "souple/math/types.h"

namespace souple {

/// The axes of one section plane, or of one in each of four wisps: u and v across, w along the wisp.
template <class L>
struct SectionFrameOf {
    typename L::Vector u = L::of(Vec3::UnitX()), v = L::of(Vec3::UnitY()), w = L::of(Vec3::UnitZ());
};
using SectionFrame = SectionFrameOf<OneLane>;

/// Normal of the plane halfway between two unit directions; of a wisp folded on itself the one before.
template <class L = OneLane>
typename L::Vector bisector(const typename L::Vector& d1, const typename L::Vector& d2,
                            const typename L::Vector& before) {
    constexpr Real folded = 1e-12;
    const typename L::Vector sum = d1 + d2;
    const typename L::Number squared = dot(sum, sum), least = L::of(folded);
    return chosen(squared > least, (L::of(1) / root(larger(squared, least))) * sum, before);
}

/// Carries u, which is across w1, by the smallest turn that takes w1 to w2. Opposite directions: half a turn
/// about u.
template <class L = OneLane>
typename L::Vector carried(const typename L::Vector& u, const typename L::Vector& w1,
                           const typename L::Vector& w2) {
    constexpr Real opposite = 1e-9;
    const typename L::Number beyond = L::of(1) + dot(w1, w2), least = L::of(opposite);
    const typename L::Number factor = dot(u, w2) / larger(beyond, least);
    return chosen(beyond < least, u, u - factor * (w1 + w2));
}

/// Turned about w by an angle [rad].
template <class L>
SectionFrameOf<L> twisted(const SectionFrameOf<L>& frame, const typename L::Number& angle) {
    const typename L::Number c = by_lane([](Real a) { return std::cos(a); }, angle);
    const typename L::Number s = by_lane([](Real a) { return std::sin(a); }, angle);
    return {c * frame.u + s * frame.v, c * frame.v - s * frame.u, frame.w};
}

/// Unit vectors across unit vectors.
inline Vec3 some_across(const Vec3& w) { return w.unitOrthogonal(); }
inline LaneVec3 some_across(const LaneVec3& w) {
    LaneVec3 u;
    for (int lane = 0; lane < lane_count; ++lane) u.set(lane, some_across(w.at(lane)));
    return u;
}

/// The frame at the root: w along the first segment, u as near to `side` as it can be.
template <class L = OneLane>
SectionFrameOf<L> root_frame(const typename L::Vector& side, const typename L::Vector& w) {
    constexpr Real along = 1e-9;
    const typename L::Vector aside = side - dot(side, w) * w;
    const typename L::Number length = root(dot(aside, aside)), least = L::of(along);
    typename L::Vector u = (L::of(1) / larger(length, least)) * aside;
    if (any(length <= least)) u = chosen(length > least, u, some_across(w));
    return {u, cross(w, u), w};
}

/// Frames of all n >= 2 particles; direction(i) is the unit vector of segment i, set(i, frame) takes them.
template <class L = OneLane, class Direction, class Set>
void carry_frames(int n, const typename L::Vector& side, const Direction& direction, const Set& set) {
    SectionFrameOf<L> frame = root_frame<L>(side, direction(0));
    set(0, frame);
    for (int i = 1; i < n; ++i) {
        typename L::Vector w = direction(i - 1);
        if (i + 1 < n) w = bisector<L>(w, direction(i), frame.w);
        frame.u = carried<L>(frame.u, frame.w, w);
        frame.w = w;
        frame.v = cross(w, frame.u);
        set(i, frame);
    }
}

}  // namespace souple
