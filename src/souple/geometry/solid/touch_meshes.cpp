// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Two surfaces of triangles against each other.
#include <algorithm>
#include <cmath>

#include "souple/geometry/solid/touch.h"
#include "souple/geometry/solid/touch_groups.h"

namespace souple {

namespace {

struct MeshSide {
    const SurfaceTree* surface = nullptr;
    Pose pose;

    Vec3 corner(int t, int k) const {
        return pose.to_world(surface->mesh.points[surface->mesh.triangles[t][k % 3]]);
    }
    Vec3 normal(int t) const {
        return pose.rotation * (surface->topology.orientation * souple::normal(surface->mesh, t));
    }
};

/// Points of `from` that are near the surface of `to` or inside it; sign -1 when `to` is b.
void add_points(const MeshSide& from, const MeshSide& to, Real sign, Real margin, TouchGroups& groups) {
    Aabb box = bounds(to.surface->bvh);
    box.inflate(margin);
    const std::vector<Vec3>& points = from.surface->mesh.points;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec3 p = from.pose.to_world(points[i]), local = to.pose.to_local(p);
        if (!box.contains(local)) continue;
        const SurfacePoint near = nearest(*to.surface, local, margin);
        if (!(near.distance < margin) || near.triangle < 0) continue;
        const Vec3 n = to.pose.rotation * near.normal, foot = p - near.distance * n;
        const auto name = static_cast<std::uint32_t>(2 * i + (sign < 0 ? 1 : 0));
        add(groups, sign * n, {sign > 0 ? foot : p, sign > 0 ? p : foot, near.distance, name});
    }
}

struct EdgePair {
    Vec3 on_a, on_b, normal;
    Real gap = 0;
    bool crosses = false;  ///< closest inside both edges
};

/// Closest points of two edges when they lie inside both; the normal goes the way of `out`.
EdgePair cross(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1, const Vec3& out) {
    EdgePair pair;
    const Vec3 d = a1 - a0, e = b1 - b0, gap = b0 - a0, n = d.cross(e);
    const Real squared = n.squaredNorm();
    if (squared < 1e-6 * d.squaredNorm() * e.squaredNorm()) return pair;
    const Real s = gap.cross(e).dot(n) / squared, t = gap.cross(d).dot(n) / squared;
    if (!(s > 0 && s < 1 && t > 0 && t < 1)) return pair;
    pair.on_a = a0 + s * d;
    pair.on_b = b0 + t * e;
    pair.normal = (n.dot(out) < 0 ? Vec3(-n) : n) / std::sqrt(squared);
    pair.gap = pair.normal.dot(pair.on_b - pair.on_a);
    pair.crosses = true;
    return pair;
}

/// Edges of two triangles that cross just inside or just outside of each other.
void add_edges(const MeshSide& a, int ta, const MeshSide& b, int tb, Real margin, TouchGroups& groups) {
    const Vec3 na = a.normal(ta), nb = b.normal(tb), out = na - nb;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const Vec3 a0 = a.corner(ta, i), a1 = a.corner(ta, i + 1), b0 = b.corner(tb, j),
                       b1 = b.corner(tb, j + 1);
            const EdgePair pair = cross(a0, a1, b0, b1, out);
            const Real deepest = -0.1 * std::min((a1 - a0).norm(), (b1 - b0).norm());
            if (!pair.crosses || !(pair.gap < margin) || pair.gap < deepest) continue;
            // ridges only: both faces, and what lies beyond both edges, look away from each other
            const Vec3 beyond_a = a.normal(a.surface->topology.across[ta][i]);
            const Vec3 beyond_b = b.normal(b.surface->topology.across[tb][j]);
            if (na.dot(beyond_a) > 0.999 || nb.dot(beyond_b) > 0.999) continue;
            if (std::min(pair.normal.dot(na), pair.normal.dot(beyond_a)) < 1e-6) continue;
            if (std::max(pair.normal.dot(nb), pair.normal.dot(beyond_b)) > -1e-6) continue;
            const auto name = static_cast<std::uint32_t>(1u << 31 | (3 * ta + i) << 15 | (3 * tb + j));
            add(groups, pair.normal, {pair.on_a, pair.on_b, pair.gap, name});
        }
}

}  // namespace

bool touch(const SurfaceTree& a, const Pose& pose_a, const SurfaceTree& b, const Pose& pose_b, Real margin,
           TouchList& found) {
    found.count = 0;
    const MeshSide side_a{&a, pose_a}, side_b{&b, pose_b};
    TouchGroups groups;
    const Vec3 size = bounds(a.bvh).size().cwiseMin(bounds(b.bvh).size());
    groups.nearness = 1e-3 * size.norm();
    add_points(side_b, side_a, 1, margin, groups);
    add_points(side_a, side_b, -1, margin, groups);
    if (a.closed() && b.closed()) {
        Aabb all = bounds(a.bvh);
        all.inflate(margin);
        for (int tb = 0; tb < static_cast<int>(b.mesh.triangles.size()); ++tb) {
            Aabb box;
            for (int k = 0; k < 3; ++k) box.extend(pose_a.to_local(side_b.corner(tb, k)));
            box.inflate(margin);
            if (!box.overlaps(all)) continue;
            visit_overlapping(a.bvh, box, [&](int ta) { add_edges(side_a, ta, side_b, tb, margin, groups); });
        }
    }
    return finish(groups, found);
}

}  // namespace souple
