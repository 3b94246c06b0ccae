// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/distance.h"

#include <algorithm>

namespace souple {

SegmentPoint closest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 ab = b - a;
    const Real squared_length = ab.squaredNorm();
    const Real along = ab.dot(p - a);
    if (!(along > 0) || !(squared_length > 0)) return {a, 0};
    if (along >= squared_length) return {b, 1};
    const Real t = along / squared_length;
    return {a + t * ab, t};
}

static TrianglePoint closest_on_sides(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const SegmentPoint ab = closest_on_segment(p, a, b);
    const SegmentPoint bc = closest_on_segment(p, b, c);
    const SegmentPoint ca = closest_on_segment(p, c, a);
    const Real d_ab = (p - ab.point).squaredNorm(), d_bc = (p - bc.point).squaredNorm();
    const Real d_ca = (p - ca.point).squaredNorm();
    if (d_ab <= d_bc && d_ab <= d_ca) return {ab.point, {1 - ab.parameter, ab.parameter, 0}};
    if (d_bc <= d_ca) return {bc.point, {0, 1 - bc.parameter, bc.parameter}};
    return {ca.point, {ca.parameter, 0, 1 - ca.parameter}};
}

TrianglePoint closest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 ab = b - a, ac = c - a, bc = c - b;
    const Vec3 n = ab.cross(ac);
    const Real squared_area = n.squaredNorm();
    const Real longest = std::max({ab.squaredNorm(), ac.squaredNorm(), bc.squaredNorm()});
    // the plane of a needle is lost in round-off: its sides are all there is
    if (!(squared_area > 1e-24 * longest * longest)) return closest_on_sides(p, a, b, c);
    // weights of the foot of the perpendicular, each the area of the triangle across from its vertex
    const Vec3 ap = p - a;
    const Real wb = ap.cross(ac).dot(n), wc = ab.cross(ap).dot(n);
    const Real wa = squared_area - wb - wc;
    if (!(wa > 0 && wb > 0 && wc > 0)) return closest_on_sides(p, a, b, c);
    const Vec3 weights(wa / squared_area, wb / squared_area, wc / squared_area);
    return {a + weights[1] * ab + weights[2] * ac, weights};
}

}  // namespace souple
