// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/solid/gjk.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "souple/geometry/distance.h"
#include "souple/geometry/solid/difference_set.h"

namespace souple {

namespace {

constexpr int max_iterations = 128;

/// Keeps the corners that carry weight.
Vec3 shrink(Simplex& simplex) {
    Simplex kept;
    Vec3 v = Vec3::Zero();
    for (int i = 0; i < simplex.count; ++i) {
        if (!(simplex.weights[i] > 0)) continue;
        kept.points[kept.count] = simplex.points[i];
        kept.weights[kept.count++] = simplex.weights[i];
        v += simplex.weights[i] * simplex.points[i].w;
    }
    simplex = kept;
    return v;
}

/// Whether the origin lies on the other side of a face than the fourth corner. A flat tetrahedron has only
/// outsides.
bool is_beyond(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& fourth) {
    const Vec3 n = (b - a).cross(c - a);
    const Real of_origin = -n.dot(a), of_fourth = n.dot(fourth - a);
    if (std::abs(of_fourth) <= 1e-13 * n.norm() * (fourth - a).norm()) return true;
    return of_origin * of_fourth < 0;
}

/// False when the origin is inside.
bool nearest_in_tetrahedron(Simplex& simplex) {
    constexpr std::array<std::array<int, 4>, 4> faces{
        {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}}};
    Real best = std::numeric_limits<Real>::infinity();
    const auto& p = simplex.points;
    for (const auto& [i, j, k, fourth] : faces) {
        if (!is_beyond(p[i].w, p[j].w, p[k].w, p[fourth].w)) continue;
        const TrianglePoint foot = closest_on_triangle(Vec3::Zero(), p[i].w, p[j].w, p[k].w);
        if (!(foot.point.squaredNorm() < best)) continue;
        best = foot.point.squaredNorm();
        simplex.weights = {};
        simplex.weights[i] = foot.weights[0];
        simplex.weights[j] = foot.weights[1];
        simplex.weights[k] = foot.weights[2];
    }
    return best < std::numeric_limits<Real>::infinity();
}

/// Finds the point nearest to the origin and drops the corners that take no part; false when it is the
/// origin.
bool reduce(Simplex& simplex, Vec3& v) {
    const auto& p = simplex.points;
    if (simplex.count == 1) simplex.weights[0] = 1;
    if (simplex.count == 2) {
        const Real t = closest_on_segment(Vec3::Zero(), p[0].w, p[1].w).parameter;
        simplex.weights = {1 - t, t, 0, 0};
    }
    if (simplex.count == 3) {
        const TrianglePoint foot = closest_on_triangle(Vec3::Zero(), p[0].w, p[1].w, p[2].w);
        simplex.weights = {foot.weights[0], foot.weights[1], foot.weights[2], 0};
    }
    if (simplex.count == 4 && !nearest_in_tetrahedron(simplex)) return false;
    v = shrink(simplex);
    return true;
}

bool holds(const Simplex& simplex, const Vec3& w) {
    return std::any_of(simplex.points.begin(), simplex.points.begin() + simplex.count,
                       [&w](const DifferencePoint& p) { return p.w == w; });
}

struct Approach {
    Simplex simplex;
    Vec3 v = Vec3::Zero();  ///< the nearest difference [m]
    bool overlaps = false;
    Real size = 0;  ///< [m], the largest difference met
};

/// Gilbert, Johnson and Keerthi: walks simplices towards the origin.
Approach approach(const DifferenceSet& set) {
    Approach now;
    now.simplex.points[0] = set.farthest(set.offset.squaredNorm() > 0 ? set.offset : Vec3(1, 0, 0));
    now.simplex.count = 1;
    reduce(now.simplex, now.v);
    now.size = now.v.norm();
    for (int iteration = 0; iteration < max_iterations; ++iteration) {
        const Real squared = now.v.squaredNorm();
        if (squared <= 1e-20 * now.size * now.size) {
            now.overlaps = true;
            break;
        }
        const DifferencePoint next = set.farthest(-now.v);
        now.size = std::max(now.size, next.w.norm());
        const Real progress = squared - now.v.dot(next.w);
        if (progress <= 1e-13 * squared + 1e-15 * now.size * std::sqrt(squared) || holds(now.simplex, next.w))
            break;
        Approach tried = now;
        tried.simplex.points[tried.simplex.count++] = next;
        if (!reduce(tried.simplex, tried.v)) {
            now = tried;
            now.overlaps = true;
            break;
        }
        if (!(tried.v.squaredNorm() < squared)) break;  // round-off: as near as it gets
        now = tried;
    }
    return now;
}

Depth separation(const Approach& near) {
    Depth result;
    const Real distance = near.v.norm();
    result.depth = -distance;
    result.normal = -near.v / distance;
    for (int i = 0; i < near.simplex.count; ++i) {
        result.on_a += near.simplex.weights[i] * near.simplex.points[i].on_a;
        result.on_b += near.simplex.weights[i] * near.simplex.points[i].on_b;
    }
    result.converged = true;
    return result;
}

/// Depth along a normal is a smooth function of it where ellipsoids touch: descends to its least value.
/// False, and nothing changed, when an edge is in the way.
bool polish(const DifferenceSet& set, Real size, Depth& result) {
    Vec3 n = result.normal;
    DifferencePoint at = set.farthest(n);
    Real height = at.w.dot(n), step = 1 / size;
    Vec3 slope = at.w - height * n;
    for (int iteration = 0; iteration < 200 && slope.norm() > 1e-10 * size; ++iteration) {
        const Vec3 tried = (n - step * slope).normalized();
        const DifferencePoint there = set.farthest(tried);
        const Real tried_height = there.w.dot(tried);
        if (tried_height > height) {
            step *= 0.25;
            if (step * size < 1e-9) break;
            continue;
        }
        const Vec3 tried_slope = there.w - tried_height * tried, turn = tried - n,
                   change = tried_slope - slope;
        const Real curvature = turn.dot(change);
        // the step of Barzilai and Borwein: the curvature just met
        step = curvature > 0 ? std::min(turn.squaredNorm() / curvature, 10 * step) : 2 * step;
        n = tried, at = there, height = tried_height, slope = tried_slope;
    }
    if (slope.norm() > 1e-5 * size) return false;
    const Vec3 middle = 0.5 * (at.on_a + at.on_b);
    result = {height, n, middle + 0.5 * height * n, middle - 0.5 * height * n, true};
    return true;
}

bool is_smooth(const Convex& convex) { return std::holds_alternative<Ellipsoid>(convex); }
bool is_curved(const Convex& convex) { return std::holds_alternative<Cylinder>(convex); }

/// Facets close in on a curved surface slowly: an ellipsoid is left to polish() early.
Depth depth_of(const DifferenceSet& set, const Approach& near) {
    const bool smooth = is_smooth(*set.a) || is_smooth(*set.b),
               curved = is_curved(*set.a) || is_curved(*set.b);
    Depth result = near.overlaps ? expand(set, near.simplex,
                                          smooth   ? 1e-5
                                          : curved ? 1e-7
                                                   : 1e-10)
                                 : separation(near);
    if (!smooth && result.converged) return result;
    if (!polish(set, near.size, result) && smooth && near.overlaps) result = expand(set, near.simplex, 1e-7);
    return result;
}

}  // namespace

ClosestPoints closest(const Convex& a, const Pose& pose_a, const Convex& b, const Pose& pose_b) {
    DifferenceSet set;
    set.a = &a;
    set.b = &b;
    set.rotation_a = pose_a.rotation.toRotationMatrix();
    set.rotation_b = pose_b.rotation.toRotationMatrix();
    set.offset = pose_b.position - pose_a.position;
    const Approach near = approach(set);
    const Depth result = depth_of(set, near);
    const Real radius_a = core_radius(a), radius_b = core_radius(b);
    ClosestPoints points;
    points.distance = -result.depth - radius_a - radius_b;
    points.normal = result.normal;
    points.on_a = pose_a.position + result.on_a + radius_a * result.normal;
    points.on_b = pose_a.position + result.on_b - radius_b * result.normal;
    return points;
}

}  // namespace souple
