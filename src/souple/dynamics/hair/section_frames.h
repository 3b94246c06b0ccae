// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Section planes of a wisp and their axes, carried from the root to the tip without twist (001 W1.6).
#pragma once

#include <cmath>

#include "souple/math/types.h"

namespace souple {

/// The axes of one section plane: u and v across, w along the wisp.
struct SectionFrame {
    Vec3 u = Vec3::UnitX(), v = Vec3::UnitY(), w = Vec3::UnitZ();
};

/// Normal of the plane halfway between two unit directions; of a wisp folded on itself the one before.
inline Vec3 bisector(const Vec3& d1, const Vec3& d2, const Vec3& before) {
    const Vec3 sum = d1 + d2;
    const Real squared = sum.squaredNorm();
    return squared > 1e-12 ? Vec3(sum / std::sqrt(squared)) : before;
}

/// Carries u, which is across w1, by the smallest turn that takes w1 to w2. Opposite directions: half a turn
/// about u.
inline Vec3 carried(const Vec3& u, const Vec3& w1, const Vec3& w2) {
    const Real cosine = w1.dot(w2);
    if (cosine < -1 + 1e-9) return u;
    return u - (u.dot(w2) / (1 + cosine)) * (w1 + w2);
}

/// Turned about w by an angle [rad].
inline SectionFrame twisted(const SectionFrame& frame, Real angle) {
    const Real c = std::cos(angle), s = std::sin(angle);
    return {c * frame.u + s * frame.v, c * frame.v - s * frame.u, frame.w};
}

/// The frame at the root: w along the first segment, u as near to `side` as it can be.
inline SectionFrame root_frame(const Vec3& side, const Vec3& w) {
    Vec3 u = side - side.dot(w) * w;
    const Real length = u.norm();
    u = length > 1e-9 ? Vec3(u / length) : Vec3(w.unitOrthogonal());
    return {u, w.cross(u), w};
}

/// Frames of all n >= 2 particles; direction(i) is the unit vector of segment i, set(i, frame) takes them.
template <class Direction, class Set>
void carry_frames(int n, const Vec3& side, const Direction& direction, const Set& set) {
    SectionFrame frame = root_frame(side, direction(0));
    set(0, frame);
    for (int i = 1; i < n; ++i) {
        const Vec3 w = i + 1 < n ? bisector(direction(i - 1), direction(i), frame.w) : Vec3(direction(i - 1));
        frame.u = carried(frame.u, frame.w, w);
        frame.w = w;
        frame.v = w.cross(frame.u);
        set(i, frame);
    }
}

}  // namespace souple
