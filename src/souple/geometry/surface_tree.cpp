// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/surface_tree.h"

#include <cmath>
#include <limits>

#include "souple/geometry/distance.h"
#include "souple/geometry/triangle_sweep.h"

namespace souple {

SurfaceTree make_surface_tree(TriangleMesh mesh, const std::string& name) {
    check(mesh, name);
    SurfaceTree surface;
    surface.mesh = std::move(mesh);
    surface.topology = topology_of(surface.mesh);
    std::vector<Aabb> boxes(surface.mesh.triangles.size());
    for (std::size_t t = 0; t < boxes.size(); ++t)
        for (const int i : surface.mesh.triangles[t]) boxes[t].extend(surface.mesh.points[i]);
    build(surface.bvh, boxes);
    return surface;
}

SurfacePoint nearest(const SurfaceTree& surface, const Vec3& p, Real max_distance) {
    const std::vector<Vec3>& points = surface.mesh.points;
    const std::vector<std::array<int, 3>>& triangles = surface.mesh.triangles;
    const auto foot_on = [&](int t) {
        const auto& [a, b, c] = triangles[t];
        return closest_on_triangle(p, points[a], points[b], points[c]);
    };
    const bool may_be_inside = surface.closed() && bounds(surface.bvh).contains(p);
    const Real limit = may_be_inside ? std::numeric_limits<Real>::infinity() : max_distance;
    const BvhNearest best =
        nearest(surface.bvh, p, limit, [&](int t) { return (p - foot_on(t).point).squaredNorm(); });
    if (best.item < 0) return {max_distance, {0, 1, 0}, -1, Vec3::Zero()};
    const TrianglePoint foot = foot_on(best.item);
    const Vec3 gap = p - foot.point;
    const Vec3 outward = pseudonormal(
        surface.topology, triangles, [&points](int i) { return points[i]; }, best.item, foot.weights);
    const Real distance = gap.norm(), sign = surface.closed() && gap.dot(outward) < 0 ? -1 : 1;
    const Vec3 normal = distance > 0 ? Vec3(sign / distance * gap) : outward.normalized();
    return {sign * distance, normal, best.item, foot.weights};
}

namespace {

std::optional<SurfaceHit> first_touch_outside(const SurfaceTree& surface, const PointMotion& point,
                                              Real begin) {
    std::optional<SurfaceHit> hit;
    Real end = 1;
    const Real reach = point.margin + point.tolerance();
    const auto in_reach = [&](Aabb box) {
        box.inflate(reach);
        return overlaps_segment(box, point.from, point.motion, end);
    };
    visit(surface.bvh, in_reach, [&](int t) {
        MovingTriangle triangle;
        for (int k = 0; k < 3; ++k) triangle.start[k] = surface.mesh.points[surface.mesh.triangles[t][k]];
        const auto touch = first_touch(triangle, point, begin, end);
        if (!touch || (hit && touch->s == end && t > hit->triangle)) return;
        hit = {touch->s, touch->normal, t, touch->weights};
        end = touch->s;
    });
    return hit;
}

}  // namespace

std::optional<SurfaceHit> sweep(const SurfaceTree& surface, const Vec3& from, const Vec3& to, Real margin) {
    const PointMotion point{from, to - from, margin};
    const Real reach = margin + 2 * point.tolerance();
    Aabb box = bounds(surface.bvh);
    box.inflate(reach);
    if (!overlaps_segment(box, from, point.motion, 1)) return std::nullopt;
    struct Near : SurfacePoint {
        Real approach = 0;
    };
    std::optional<SurfaceHit> hit;
    const auto nearest_at = [&](Real s) {
        Near near{nearest(surface, point.at(s), reach), 0};
        near.approach = point.motion.dot(near.normal);
        return near;
    };
    const auto begin = leave_margin(point, point.motion.norm(), nearest_at, [&hit](Real s, const Near& near) {
        hit = {s, near.normal, near.triangle, near.weights};
    });
    return begin ? first_touch_outside(surface, point, *begin) : hit;
}

}  // namespace souple
