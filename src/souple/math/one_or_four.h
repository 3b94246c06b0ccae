// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The same words for one number and for four side by side, so that a kernel is written once for both and
// gives the same bits in each lane.
#pragma once

#include <cmath>

#include "souple/math/lanes.h"

namespace souple {

/// What a kernel computes with that works on one thing.
struct OneLane {
    using Number = Real;
    using Vector = Vec3;
    using Mask = bool;
    static constexpr int count = 1;
    static Real of(Real value) { return value; }
    static Vec3 of(const Vec3& value) { return value; }
};

/// What it computes with when it works on four.
struct FourLanes {
    using Number = Lanes;
    using Vector = LaneVec3;
    using Mask = LaneMask;
    static constexpr int count = lane_count;
    static Lanes of(Real value) { return all_lanes(value); }
    static LaneVec3 of(const Vec3& value) {
        return {all_lanes(value.x()), all_lanes(value.y()), all_lanes(value.z())};
    }
};

inline Real larger(Real a, Real b) { return a > b ? a : b; }
inline Real smaller(Real a, Real b) { return a < b ? a : b; }
inline Real magnitude(Real a) { return larger(a, -a); }
inline Real root(Real square) { return std::sqrt(square); }
inline bool any(bool mask) { return mask; }
/// Sums in the order of the lanes', which Eigen's does not.
inline Real dot(const Vec3& a, const Vec3& b) { return a.x() * b.x() + a.y() * b.y() + a.z() * b.z(); }
inline Vec3 cross(const Vec3& a, const Vec3& b) { return a.cross(b); }
inline Vec3 chosen(bool mask, const Vec3& a, const Vec3& b) { return mask ? a : b; }

inline Real lane_of(Real value, int) { return value; }
inline Real lane_of(const Lanes& value, int lane) { return value[lane]; }
inline bool lane_of(bool mask, int) { return mask; }
inline bool lane_of(const LaneMask& mask, int lane) { return mask[lane] != 0; }
inline Vec3 lane_of(const Vec3& value, int) { return value; }
inline Vec3 lane_of(const LaneVec3& value, int lane) { return value.at(lane); }
inline void set_lane(Real& to, int, Real value) { to = value; }
inline void set_lane(Lanes& to, int lane, Real value) { to[lane] = value; }
inline void set_lane(Vec3& to, int, const Vec3& value) { to = value; }
inline void set_lane(LaneVec3& to, int lane, const Vec3& value) { to.set(lane, value); }

/// fn of one number or of two, lane by lane.
template <class Fn>
Real by_lane(const Fn& fn, Real a) {
    return fn(a);
}
template <class Fn>
Real by_lane(const Fn& fn, Real a, Real b) {
    return fn(a, b);
}
template <class Fn>
Lanes by_lane(const Fn& fn, const Lanes& a) {
    return Lanes{fn(a[0]), fn(a[1]), fn(a[2]), fn(a[3])};
}
template <class Fn>
Lanes by_lane(const Fn& fn, const Lanes& a, const Lanes& b) {
    return Lanes{fn(a[0], b[0]), fn(a[1], b[1]), fn(a[2], b[2]), fn(a[3], b[3])};
}

}  // namespace souple
