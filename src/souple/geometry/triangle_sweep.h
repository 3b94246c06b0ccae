// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// When does a moving point first come close to a moving triangle, and what happens to a point that starts
// close.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "souple/math/types.h"

namespace souple {

/// Corners at start + s * motion.
struct MovingTriangle {
    std::array<Vec3, 3> start;                                                ///< [m]
    std::array<Vec3, 3> motion = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};  ///< [m]
};

/// A point at from + s * motion that must not come closer than margin.
struct PointMotion {
    Vec3 from = Vec3::Zero(), motion = Vec3::Zero();  ///< [m]
    Real margin = 0;                                  ///< [m]

    Vec3 at(Real s) const { return from + s * motion; }
    /// A hit is reported between margin and margin + tolerance: always before, never behind. [m]
    Real tolerance() const {
        const Real reach = from.cwiseAbs().maxCoeff() + motion.cwiseAbs().maxCoeff();
        return 1e-9 + 1e-3 * margin + 1e-13 * reach;
    }
};

struct TriangleTouch {
    Real s = 0;
    Vec3 normal = Vec3::Zero();   ///< from the triangle towards the point
    Vec3 weights = Vec3::Zero();  ///< of the corners, at the closest point
};

/// The first s in [begin, end] at which the point is within margin + tolerance of the triangle.
std::optional<TriangleTouch> first_touch(const MovingTriangle& triangle, const PointMotion& point, Real begin,
                                         Real end);

/// Slower than this share of its speed, a point counts as sliding and not as going deeper.
constexpr Real sliding_share = 1e-9;

/// Walks a point that is within the margin until it is out of it (then the s is returned), or goes deeper
/// (then `hit` is filled by fn), or s = 1 is reached. nearest(s) gives `distance` [m] and `approach`, the
/// change of distance per unit of s; speed bounds |approach|. Steps stay below the distance, so that nothing
/// is crossed.
template <class Nearest, class Hit>
std::optional<Real> leave_margin(const PointMotion& point, Real speed, const Nearest& nearest,
                                 const Hit& hit) {
    constexpr int max_steps = 512;
    const Real band = point.margin + point.tolerance();
    const Real shortest = 1e-3 * point.margin + 1e-9;
    Real s = 0;
    for (int step = 0; step < max_steps; ++step) {
        const auto near = nearest(s);
        if (near.distance > band) return s;
        if (near.approach < -sliding_share * speed) {
            hit(s, near);
            return std::nullopt;
        }
        if (s >= 1 || !(speed > 0)) return std::nullopt;
        s = std::min(Real(1), s + std::max(0.9 * std::abs(near.distance), shortest) / speed);
    }
    // slid along for hundreds of margins: stopping is safe, and the caller goes on from there
    hit(s, nearest(s));
    return std::nullopt;
}

}  // namespace souple
