// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/section.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace souple {

namespace {

constexpr Real capsule_slack = 1 + 1e-9;  // of what holds a section, for rounding

Real quarter_ellipse(Real c, Real s, Real ru, Real rv) {
    if (!(ru > 0) || !(rv > 0)) return std::abs(c) > std::abs(s) ? ru : rv;
    const Real a = c / ru, b = s / rv;
    return 1 / std::sqrt(a * a + b * b);
}

/// Whether p is in a triangle, all in one plane with this normal.
bool is_inside_triangle(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal, const Vec3& p) {
    const Real ab = (b - a).cross(p - a).dot(normal);
    const Real bc = (c - b).cross(p - b).dot(normal);
    const Real ca = (a - c).cross(p - c).dot(normal);
    return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

/// Where the half-plane with this normal, on the side of `towards`, cuts the outline.
Vec3 cut_outline(const SectionEnd& end, const Vec3& plane_normal, const Vec3& towards) {
    Vec3 d = plane_normal.cross(end.frame.w);
    const Real length = d.norm();
    if (!(length > 1e-12)) return end.x;
    d *= (d.dot(towards) < 0 ? -1 : 1) / length;
    return end.x + outline_towards(end, d) * d;
}

}  // namespace

Real outline_radius(const SectionEnd& end, Real c, Real s) {
    if (end.samples == 4)
        return quarter_ellipse(c, s, end.radius[c >= 0 ? 0 : 2], end.radius[s >= 0 ? 1 : 3]);
    Real turn = std::atan2(s, c) / (2 * std::numbers::pi) * end.samples;
    if (turn < 0) turn += end.samples;
    const int k = static_cast<int>(turn) % end.samples;
    const Real part = turn - std::floor(turn);
    return (1 - part) * end.radius[k] + part * end.radius[(k + 1) % end.samples];
}

Real outline_towards(const SectionEnd& end, const Vec3& direction) {
    const Real c = direction.dot(end.frame.u), s = direction.dot(end.frame.v);
    const Real length = std::sqrt(c * c + s * s);
    if (!(length > 1e-12)) return *std::max_element(end.radius, end.radius + end.samples);
    return outline_radius(end, c / length, s / length);
}

Real outline_area(const SectionEnd& end) {
    const Real* r = end.radius;
    if (end.samples == 4) return std::numbers::pi / 4 * (r[0] + r[2]) * (r[1] + r[3]);
    const Real sine = std::sin(2 * std::numbers::pi / end.samples);
    Real area = 0;
    for (int k = 0; k < end.samples; ++k) area += r[k] * r[(k + 1) % end.samples] * sine / 2;
    return area;
}

bool is_inside_quadrilateral(const std::array<Vec3, 4>& q, const Vec3& normal, const Vec3& p) {
    return is_inside_triangle(q[0], q[1], q[2], normal, p) != is_inside_triangle(q[0], q[2], q[3], normal, p);
}

bool is_inside_section(const SectionEnd& a, const SectionEnd& b, const Vec3& p) {
    const Vec3 axis = b.x - a.x, towards = p - a.x;
    const Vec3 normal = axis.cross(towards);
    const Real size = normal.norm();
    if (!(size > 1e-12 * axis.squaredNorm()))  // on the axis: between the planes is inside
        return towards.dot(a.frame.w) >= 0 && (p - b.x).dot(b.frame.w) <= 0;
    const Vec3 unit = normal / size, aside = unit.cross(axis);  // towards the point's side of the axis
    const Vec3 z1 = cut_outline(a, unit, aside), z2 = cut_outline(b, unit, aside);
    return is_inside_quadrilateral({a.x, b.x, z2, z1}, unit, p);
}

SectionCapsule section_capsule(const Vec3& x, const Vec3& way, Real widest) {
    return {x + way / 2, way / 2, capsule_slack * widest};
}

}  // namespace souple
