// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A box along the axes, empty until something is put into it.
#pragma once

#include <algorithm>
#include <limits>

#include "souple/math/types.h"

namespace souple {

struct Aabb {
    Vec3 low = Vec3::Constant(std::numeric_limits<Real>::infinity());    ///< [m]
    Vec3 high = Vec3::Constant(-std::numeric_limits<Real>::infinity());  ///< [m]

    bool empty() const { return !(low.x() <= high.x() && low.y() <= high.y() && low.z() <= high.z()); }
    Vec3 center() const { return 0.5 * (low + high); }
    Vec3 size() const { return high - low; }

    void extend(const Vec3& p) {
        low = low.cwiseMin(p);
        high = high.cwiseMax(p);
    }
    void extend(const Aabb& other) {
        low = low.cwiseMin(other.low);
        high = high.cwiseMax(other.high);
    }
    void inflate(Real margin) {
        low.array() -= margin;
        high.array() += margin;
    }
    bool contains(const Vec3& p) const {
        return (low.array() <= p.array()).all() && (p.array() <= high.array()).all();
    }
    /// Boxes that only touch overlap.
    bool overlaps(const Aabb& other) const {
        return (low.array() <= other.high.array()).all() && (other.low.array() <= high.array()).all();
    }
};

/// The box of a box that is placed somewhere; one without ends stays as it is.
inline Aabb placed(const Aabb& local, const Pose& pose) {
    if (!is_finite(local.low) || !is_finite(local.high)) return local;
    Aabb box;
    for (int corner = 0; corner < 8; ++corner)
        box.extend(pose.to_world({corner & 1 ? local.high.x() : local.low.x(),
                                  corner & 2 ? local.high.y() : local.low.y(),
                                  corner & 4 ? local.high.z() : local.low.z()}));
    return box;
}

/// [m^2], zero inside.
inline Real squared_distance(const Aabb& box, const Vec3& p) {
    return (box.low - p).cwiseMax(p - box.high).cwiseMax(Vec3::Zero()).squaredNorm();
}

/// Whether the segment from + s * motion, s in [0, end], comes into the box.
inline bool overlaps_segment(const Aabb& box, const Vec3& from, const Vec3& motion, Real end) {
    Real enter = 0, leave = end;
    for (int axis = 0; axis < 3; ++axis) {
        if (motion[axis] == 0) {
            if (from[axis] < box.low[axis] || from[axis] > box.high[axis]) return false;
            continue;
        }
        const Real s0 = (box.low[axis] - from[axis]) / motion[axis];
        const Real s1 = (box.high[axis] - from[axis]) / motion[axis];
        enter = s0 < s1 ? std::max(enter, s0) : std::max(enter, s1);
        leave = s0 < s1 ? std::min(leave, s1) : std::min(leave, s0);
    }
    return enter <= leave;
}

}  // namespace souple
