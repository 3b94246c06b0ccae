// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/triangle_sweep.h"

#include <limits>

#include "souple/geometry/distance.h"

namespace souple {

// Conservative advancement with a separating plane: n points from the closest point of the triangle to p, so
// every corner lies behind the plane through the closest point, n.(p - corner) >= d. As long as that holds
// with the margin instead of d for all three corners, the point keeps the margin; these are linear in s, so
// the largest safe step has a closed form. It is Newton's method when nothing rotates.
std::optional<TriangleTouch> first_touch(const MovingTriangle& triangle, const PointMotion& point, Real begin,
                                         Real end) {
    constexpr int max_steps = 1000;
    const Real tolerance = point.tolerance(), target = point.margin + 0.5 * tolerance;
    Real s = begin;
    TriangleTouch touch;
    for (int step = 0; step < max_steps; ++step) {
        std::array<Vec3, 3> corner;
        for (int k = 0; k < 3; ++k) corner[k] = triangle.start[k] + s * triangle.motion[k];
        const Vec3 p = point.at(s);
        const TrianglePoint foot = closest_on_triangle(p, corner[0], corner[1], corner[2]);
        const Vec3 gap = p - foot.point;
        const Real distance = gap.norm();
        if (distance > 0) touch.normal = gap / distance;
        touch.s = s;
        touch.weights = foot.weights;
        if (distance <= point.margin + tolerance) return touch;
        Real advance = std::numeric_limits<Real>::infinity();
        for (int k = 0; k < 3; ++k) {
            const Real speed = touch.normal.dot(triangle.motion[k] - point.motion);
            const Real room = std::max(touch.normal.dot(p - corner[k]), distance) - target;
            if (speed > 0) advance = std::min(advance, room / speed);
        }
        s += advance;
        if (!(s <= end)) return std::nullopt;
    }
    return touch;
}

}  // namespace souple
