// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/meets_convex.h"

#include <algorithm>

#include "souple/geometry/orient.h"

namespace souple {

namespace {

constexpr std::array<std::array<int, 3>, 6> box_facets{
    {{0, 4, 6}, {1, 3, 7}, {0, 1, 5}, {2, 6, 7}, {0, 2, 3}, {4, 5, 7}}};
constexpr std::array<std::array<int, 2>, 12> box_edges{
    {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}}};
constexpr std::array<std::array<int, 3>, 4> tetrahedron_facets{{{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}}};
constexpr std::array<std::array<int, 2>, 6> tetrahedron_edges{
    {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};

/// A line misses the inside when a plane through it and a corner has the body on one side.
bool line_misses(const Vec3& p, const Vec3& q, const ConvexBody& body) {
    for (const Vec3& v : body.corners) {
        bool left = false, right = false;
        for (const Vec3& other : body.corners) {
            const int side = orient(p, q, v, other);
            left |= side > 0;
            right |= side < 0;
        }
        // a corner on the line itself spans no plane
        if ((left || right) && !(left && right)) return true;
    }
    return false;
}

/// Whether the line through a and b, which lie on different sides of the triangle's plane, meets it.
bool line_meets(const Vec3& a, const Vec3& b, const std::array<Vec3, 3>& t) {
    const int u = orient(a, b, t[0], t[1]), v = orient(a, b, t[1], t[2]), w = orient(a, b, t[2], t[0]);
    return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

/// Whether a triangle holds a point of its plane: seen along an axis in which it has an area.
bool holds_in_plane(const std::array<Vec3, 3>& t, const Vec3& p) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto flat = [axis](const Vec3& x) { return Vec2(x[(axis + 1) % 3], x[(axis + 2) % 3]); };
        const Vec2 a = flat(t[0]), b = flat(t[1]), c = flat(t[2]), x = flat(p);
        const int turn = orient(a, b, c);
        if (turn == 0) continue;
        return turn * orient(a, b, x) >= 0 && turn * orient(b, c, x) >= 0 && turn * orient(c, a, x) >= 0;
    }
    return false;
}

}  // namespace

std::array<Vec3, 8> corners_of(const Aabb& box) {
    std::array<Vec3, 8> corners;
    for (int k = 0; k < 8; ++k)
        for (int axis = 0; axis < 3; ++axis)
            corners[k][axis] = k >> axis & 1 ? box.high[axis] : box.low[axis];
    return corners;
}

ConvexBody box_body(std::span<const Vec3, 8> corners) { return {corners, box_facets, box_edges}; }

ConvexBody tetrahedron_body(std::span<const Vec3, 4> corners) {
    return {corners, tetrahedron_facets, tetrahedron_edges};
}

bool meets_inside(const Vec3& p, const Vec3& q, const ConvexBody& body) {
    for (const std::array<int, 3>& facet : body.facets) {
        const auto outside = [&](const Vec3& x) {
            return orient(body.corners[facet[0]], body.corners[facet[1]], body.corners[facet[2]], x) >= 0;
        };
        if (outside(p) && outside(q)) return false;
    }
    return p == q || !line_misses(p, q, body);
}

bool meets_inside(const std::array<Vec3, 3>& triangle, const ConvexBody& body) {
    for (int k = 0; k < 3; ++k)
        if (meets_inside(triangle[k], triangle[(k + 1) % 3], body)) return true;
    // its border stays outside, so the plane cuts a polygon out of the body that is all in the triangle or
    // nowhere in it
    std::array<int, 8> side{};
    for (std::size_t i = 0; i < body.corners.size(); ++i)
        side[i] = orient(triangle[0], triangle[1], triangle[2], body.corners[i]);
    const auto end = side.begin() + body.corners.size();
    if (std::find(side.begin(), end, 1) == end || std::find(side.begin(), end, -1) == end) return false;
    for (std::size_t i = 0; i < body.corners.size(); ++i)
        if (side[i] == 0 && !holds_in_plane(triangle, body.corners[i])) return false;
    for (const auto& [a, b] : body.edges)
        if (side[a] * side[b] < 0 && !line_meets(body.corners[a], body.corners[b], triangle)) return false;
    return true;
}

}  // namespace souple
