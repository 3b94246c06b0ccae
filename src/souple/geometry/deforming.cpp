// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/deforming.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "souple/core/errors.h"
#include "souple/geometry/distance.h"
#include "souple/geometry/triangle_sweep.h"

namespace souple {

static void fit_boxes(DeformingSurface& surface) {
    for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
        surface.boxes[t] = Aabb{};
        for (const int i : surface.triangles[t]) {
            surface.boxes[t].extend(surface.points_t0[i]);
            surface.boxes[t].extend(surface.points_t1[i]);
        }
    }
    surface.longest_motion = 0;
    for (std::size_t i = 0; i < surface.points_t0.size(); ++i)
        surface.longest_motion =
            std::max(surface.longest_motion, (surface.points_t1[i] - surface.points_t0[i]).norm());
}

DeformingSurface make_deforming_surface(TriangleMesh mesh, const std::string& name) {
    check(mesh, name);
    DeformingSurface surface;
    surface.topology = topology_of(mesh);
    surface.triangles = std::move(mesh.triangles);
    surface.points_t0 = mesh.points;
    surface.points_t1 = std::move(mesh.points);
    surface.boxes.resize(surface.triangles.size());
    fit_boxes(surface);
    build(surface.bvh, surface.boxes);
    return surface;
}

void update(DeformingSurface& surface, const std::vector<Vec3>& points_t0,
            const std::vector<Vec3>& points_t1) {
    SOUPLE_ASSERT_EQ(points_t0.size(), surface.points_t0.size());
    SOUPLE_ASSERT_EQ(points_t1.size(), surface.points_t1.size());
    surface.points_t0 = points_t0;
    surface.points_t1 = points_t1;
    fit_boxes(surface);
    refit(surface.bvh, surface.boxes);
}

SurfacePoint nearest(const DeformingSurface& surface, const Vec3& p, Real s, Real max_distance) {
    const auto point = [&surface, s](int i) { return surface.point(i, s); };
    const auto foot_on = [&](int t) {
        const auto& [a, b, c] = surface.triangles[t];
        return closest_on_triangle(p, point(a), point(b), point(c));
    };
    const bool closed = surface.topology.closed;
    const bool may_be_inside = closed && bounds(surface.bvh).contains(p);
    const Real limit = may_be_inside ? std::numeric_limits<Real>::infinity() : max_distance;
    const BvhNearest best =
        nearest(surface.bvh, p, limit, [&](int t) { return (p - foot_on(t).point).squaredNorm(); });
    if (best.item < 0) return {max_distance, {0, 1, 0}, -1, Vec3::Zero()};
    const TrianglePoint foot = foot_on(best.item);
    const Vec3 gap = p - foot.point;
    const Vec3 outward = pseudonormal(surface.topology, surface.triangles, point, best.item, foot.weights);
    const Real distance = gap.norm(), sign = closed && gap.dot(outward) < 0 ? -1 : 1;
    const Vec3 normal = distance > 0 ? Vec3(sign / distance * gap) : outward.normalized();
    return {sign * distance, normal, best.item, foot.weights};
}

namespace {

/// The motion of a point of a triangle during the whole interval.
Vec3 motion_at(const DeformingSurface& surface, int triangle, const Vec3& weights) {
    Vec3 motion = Vec3::Zero();
    if (triangle < 0) return motion;
    for (int k = 0; k < 3; ++k) {
        const int i = surface.triangles[triangle][k];
        motion += weights[k] * (surface.points_t1[i] - surface.points_t0[i]);
    }
    return motion;
}

/// The part of the interval a point's way covers: its own fraction 0 is s0, its fraction 1 is s0 + length.
struct Window {
    Real s0 = 0, length = 1;
    Real s_at(Real fraction) const { return s0 + fraction * length; }
};

std::optional<DeformingHit> first_touch_outside(const DeformingSurface& surface, const PointMotion& point,
                                                const Window& window, Real begin) {
    std::optional<DeformingHit> hit;
    Real end = 1;
    const Real reach = point.margin + point.tolerance();
    const auto in_reach = [&](Aabb box) {
        box.inflate(reach);
        return overlaps_segment(box, point.from, point.motion, end);
    };
    visit(surface.bvh, in_reach, [&](int t) {
        if (!in_reach(surface.boxes[t])) return;
        MovingTriangle triangle;
        for (int k = 0; k < 3; ++k) {
            const int i = surface.triangles[t][k];
            triangle.start[k] = surface.point(i, window.s0);
            triangle.motion[k] = window.length * (surface.points_t1[i] - surface.points_t0[i]);
        }
        const auto touch = first_touch(triangle, point, begin, end);
        if (!touch || (hit && touch->s == end && t > hit->triangle)) return;
        hit = {touch->s, touch->normal, motion_at(surface, t, touch->weights), t, touch->weights};
        end = touch->s;
    });
    return hit;
}

}  // namespace

std::optional<DeformingHit> sweep(const DeformingSurface& surface, const Vec3& from, const Vec3& to,
                                  Real margin, Real s0, Real s1) {
    const PointMotion point{from, to - from, margin};
    const Window window{s0, s1 - s0};
    const Real reach = margin + 2 * point.tolerance();
    Aabb box = bounds(surface.bvh);
    box.inflate(reach);
    if (!overlaps_segment(box, from, point.motion, 1)) return std::nullopt;
    struct Near : SurfacePoint {
        Real approach = 0;
        Vec3 surface_motion = Vec3::Zero();
    };
    std::optional<DeformingHit> hit;
    const auto nearest_at = [&](Real fraction) {
        Near near{nearest(surface, point.at(fraction), window.s_at(fraction), reach), 0, Vec3::Zero()};
        near.surface_motion = motion_at(surface, near.triangle, near.weights);
        near.approach = (point.motion - window.length * near.surface_motion).dot(near.normal);
        return near;
    };
    const Real speed = point.motion.norm() + window.length * surface.longest_motion;
    const auto begin = leave_margin(point, speed, nearest_at, [&hit](Real s, const Near& near) {
        hit = {s, near.normal, near.surface_motion, near.triangle, near.weights};
    });
    return begin ? first_touch_outside(surface, point, window, *begin) : hit;
}

}  // namespace souple
