// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/view/endless.h"

#include <algorithm>
#include <cmath>

namespace souple {

namespace {

bool is_flat(const std::vector<Vec3>& points, const Vec3& on, const Vec3& normal) {
    return std::all_of(points.begin(), points.end(),
                       [&](const Vec3& p) { return std::abs(normal.dot(p - on)) <= 1e-5 * (p - on).norm(); });
}

}  // namespace

SurfaceView spread_out(const SurfaceView& mesh, const Pose& pose, const Vec3& about, Real reach) {
    SurfaceView wide = mesh;
    for (Vec3& p : wide.positions) p = pose.to_world(p);
    if (mesh.triangles.empty()) return wide;
    const auto& [a, b, c] = mesh.triangles[0];
    const Vec3 &on = wide.positions[a], edge = wide.positions[b] - on;
    const Vec3 normal = edge.cross(wide.positions[c] - on).normalized();
    if (!is_finite(normal) || normal.isZero(0) || !is_flat(wide.positions, on, normal)) return wide;
    const Vec3 foot = about - normal.dot(about - on) * normal;
    const Vec3 u = reach * edge.normalized(), v = normal.cross(u);
    wide.positions = {foot - u - v, foot + u - v, foot + u + v, foot - u + v};
    wide.triangles = {{0, 1, 2}, {0, 2, 3}};
    wide.head.quantities.clear();
    return wide;
}

}  // namespace souple
