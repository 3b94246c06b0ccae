// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/triangle_sweep.h"

#include <limits>

#include "souple/geometry/distance.h"

namespace souple {

namespace {

/// Corners relative to the point: large common motions cancel before they are rounded.
struct RelativeTriangle {
    std::array<Vec3, 3> start, motion;
    Vec3 corner(int k, Real s) const { return start[k] + s * motion[k]; }
};

RelativeTriangle relative_to(const MovingTriangle& triangle, const PointMotion& point) {
    RelativeTriangle relative;
    for (int k = 0; k < 3; ++k) {
        relative.start[k] = triangle.start[k] - point.from;
        relative.motion[k] = triangle.motion[k] - point.motion;
    }
    return relative;
}

/// From the closest point to the origin. Inside a face its plane knows better than a tiny gap.
Vec3 direction_from(const TrianglePoint& foot, const std::array<Vec3, 3>& corner) {
    const Real distance = foot.point.norm();
    const Vec3 along_gap = distance > 0 ? Vec3(-foot.point / distance) : Vec3(Vec3::Zero());
    if (foot.weights.minCoeff() == 0) return along_gap;
    const Vec3 face = (corner[1] - corner[0]).cross(corner[2] - corner[0]).normalized();
    return face.dot(corner[0]) > 0 ? Vec3(-face) : face;
}

}  // namespace

// Conservative advancement with two bounds, of which the longer step is taken.
// Speed: the distance shrinks at most as fast as the fastest corner moves relative to the point.
// Separating plane: for any unit n the distance is at least the least n.(p - corner). These are linear in s,
// so the step for which all three stay above the margin has a closed form; it is Newton's method without
// rotation.
std::optional<TriangleTouch> first_touch(const MovingTriangle& triangle, const PointMotion& point, Real begin,
                                         Real end) {
    constexpr int max_steps = 1000;
    const Real tolerance = point.tolerance(), target = point.margin + 0.5 * tolerance;
    const RelativeTriangle relative = relative_to(triangle, point);
    const Real fastest =
        std::max({relative.motion[0].norm(), relative.motion[1].norm(), relative.motion[2].norm()});
    TriangleTouch touch;
    touch.s = begin;
    for (int step = 0; step < max_steps; ++step) {
        std::array<Vec3, 3> corner;
        for (int k = 0; k < 3; ++k) corner[k] = relative.corner(k, touch.s);
        const TrianglePoint foot = closest_on_triangle(Vec3::Zero(), corner[0], corner[1], corner[2]);
        const Real distance = foot.point.norm();
        touch.normal = direction_from(foot, corner);
        touch.weights = foot.weights;
        if (distance <= point.margin + tolerance) return touch;
        Real advance = std::numeric_limits<Real>::infinity();
        for (int k = 0; k < 3; ++k) {
            const Real room = -touch.normal.dot(corner[k]) - target,
                       speed = touch.normal.dot(relative.motion[k]);
            if (room < 0) advance = 0;
            if (speed > 0) advance = std::min(advance, room / speed);
        }
        touch.s += std::max(advance, (distance - target) / fastest);
        if (!(touch.s <= end)) return std::nullopt;
    }
    return touch;
}

}  // namespace souple
