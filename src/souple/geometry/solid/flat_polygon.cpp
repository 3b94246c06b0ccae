// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/solid/flat_polygon.h"

#include <cmath>

namespace souple {

namespace {

FlatCorner between(const FlatCorner& in, const FlatCorner& out, Real d_in, Real d_out) {
    const Real s = d_in / (d_in - d_out);
    FlatCorner corner;
    corner.u = in.u + s * (out.u - in.u);
    corner.v = in.v + s * (out.v - in.v);
    corner.gap = in.gap + s * (out.gap - in.gap);
    return corner;
}

/// Twice the area of the triangle a b c, positive when counter-clockwise.
Real turn(const FlatPoint& a, const FlatPoint& b, const FlatPoint& c) {
    return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
}

Real squared_span(const FlatPoint& a, const FlatPoint& b) {
    return (a.u - b.u) * (a.u - b.u) + (a.v - b.v) * (a.v - b.v);
}

/// The first of the deepest, give or take a hundred-thousandth of the extent: ties must not flicker.
int deepest_of(std::span<const FlatPoint> points) {
    Real extent = 0;
    for (const FlatPoint& p : points) extent = std::max(extent, squared_span(points[0], p));
    const Real tolerance = 1e-5 * std::sqrt(extent);
    int deepest = 0;
    for (int i = 1; i < static_cast<int>(points.size()); ++i)
        if (points[i].gap < points[deepest].gap) deepest = i;
    for (int i = 0; i < deepest; ++i)
        if (points[i].gap < points[deepest].gap + tolerance) return i;
    return deepest;
}

}  // namespace

void clip(FlatPolygon& polygon, const FlatSide& side, Real tolerance) {
    std::array<Real, 34> beyond;
    bool any_out = false;
    for (int i = 0; i < polygon.count; ++i) {
        const FlatCorner& corner = polygon.corners[i];
        beyond[i] = side.a * corner.u + side.b * corner.v - side.c;
        any_out = any_out || beyond[i] > tolerance;
    }
    if (!any_out) return;
    const int count = polygon.count;
    const auto add = [&polygon](const FlatCorner& corner) {
        if (polygon.count < static_cast<int>(polygon.corners.size()))
            polygon.corners[polygon.count++] = corner;
    };
    // in place: a cut where the polygon leaves takes the place of the corner after it, no more
    const FlatCorner first = polygon.corners[0];
    FlatCorner from, to = first;
    polygon.count = 0;
    for (int i = 0; i < count; ++i) {
        const int next = i + 1 < count ? i + 1 : 0;
        from = to;
        to = next > 0 ? polygon.corners[next] : first;
        const bool leaves = beyond[i] < -tolerance && beyond[next] > tolerance;
        const bool enters = beyond[i] > tolerance && beyond[next] < -tolerance;
        if (beyond[i] <= tolerance) add(from);
        if (leaves || enters) {
            FlatCorner cut = leaves ? between(from, to, beyond[i], beyond[next])
                                    : between(to, from, beyond[next], beyond[i]);
            cut.before = leaves ? from.after : side.label;
            cut.after = leaves ? side.label : from.after;
            add(cut);
        }
        // a segment has two corners: its way back would cut it at the same places once more
        if (count == 2 && i == 0 && next == 1) {
            if (beyond[1] <= tolerance) add(to);
            return;
        }
    }
}

void drop_far(FlatPolygon& polygon, Real margin) {
    int kept = 0;
    for (int i = 0; i < polygon.count; ++i)
        if (polygon.corners[i].gap < margin) polygon.corners[kept++] = polygon.corners[i];
    polygon.count = kept;
}

FourPoints choose_four(std::span<const FlatPoint> points) {
    const int n = static_cast<int>(points.size());
    FourPoints four;
    if (n <= 4) {
        four.count = n;
        for (int i = 0; i < n; ++i) four.chosen[i] = i;
        return four;
    }
    const int first = deepest_of(points);
    int second = first, left = first, right = first;
    Real longest = 0, most_left = 0, most_right = 0;
    for (int i = 0; i < n; ++i)
        if (const Real span = squared_span(points[first], points[i]); span > longest * (1 + 1e-6))
            longest = span, second = i;
    for (int i = 0; i < n; ++i) {
        const Real area = turn(points[first], points[second], points[i]);
        if (area > most_left + 1e-6 * longest) most_left = area, left = i;
        if (area < most_right - 1e-6 * longest) most_right = area, right = i;
    }
    for (int i = 0; i < n; ++i)
        if (i == first || i == second || i == left || i == right) four.chosen[four.count++] = i;
    return four;
}

Across across(const Vec3& normal) {
    // along the axis that the normal leans to least
    const Vec3 size = normal.cwiseAbs();
    const int axis = size.x() <= size.y() && size.x() <= size.z() ? 0 : size.y() <= size.z() ? 1 : 2;
    const Vec3 u = normal.cross(Vec3::Unit(axis)).normalized();
    return {u, normal.cross(u)};
}

}  // namespace souple
