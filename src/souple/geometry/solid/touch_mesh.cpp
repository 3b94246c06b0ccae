// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A convex solid against a surface of triangles.
#include <algorithm>
#include <cmath>

#include "souple/geometry/distance.h"
#include "souple/geometry/solid/support.h"
#include "souple/geometry/solid/touch.h"
#include "souple/geometry/solid/touch_faces.h"
#include "souple/geometry/solid/touch_groups.h"

namespace souple {

namespace {

struct MeshTouch {
    const SurfaceTree* mesh = nullptr;
    const Convex* b = nullptr;
    Pose pose_a, pose_b;
    Real margin = 0;
    Vec3 middle = Vec3::Zero();  ///< of b [m], world
    TouchGroups groups;
};

Vec3 middle_of(const Convex& convex) {
    if (const auto* triangle = std::get_if<TriangleSolid>(&convex))
        return (triangle->corners[0] + triangle->corners[1] + triangle->corners[2]) / 3;
    Vec3 sum = Vec3::Zero();
    const auto* hull = std::get_if<Hull>(&convex);
    if (!hull) return sum;
    for (const Vec3& vertex : hull->hull->vertices) sum += vertex;
    return sum / static_cast<Real>(hull->hull->vertices.size());
}

TriangleSolid triangle_at(const SurfaceTree& surface, int t) {
    TriangleSolid triangle;
    for (int k = 0; k < 3; ++k) triangle.corners[k] = surface.mesh.points[surface.mesh.triangles[t][k]];
    return triangle;
}

Vec3 outward(const SurfaceTree& surface, int t) {
    return surface.topology.orientation * normal(surface.mesh, t);
}

/// Whether no corner of triangle t reaches farther along n than `farthest`.
bool stays_below(const SurfaceTree& surface, int t, const Vec3& n, Real farthest, Real tolerance) {
    const auto& corners = surface.mesh.triangles[t];
    return std::all_of(corners.begin(), corners.end(),
                       [&](int i) { return n.dot(surface.mesh.points[i]) <= farthest + tolerance; });
}

/// Whether n, in the mesh's axes, may be the normal of a touch at the corner or side of triangle t that is
/// farthest along it: the surface must bend away there. Beyond a side within a plane, and in a hollow, it
/// does not.
bool may_lean(const SurfaceTree& surface, int t, const Vec3& face_normal, const Vec3& n) {
    // without an inside nobody knows what lies beyond a side: a normal that leans far over must be at the rim
    if (!surface.closed()) return n.dot(face_normal) < 0.5;
    const TriangleSolid triangle = triangle_at(surface, t);
    std::array<Real, 3> reach;
    Real size = 0;
    for (int k = 0; k < 3; ++k) {
        reach[k] = n.dot(triangle.corners[k]);
        size = std::max(size, (triangle.corners[k] - triangle.corners[0]).norm());
    }
    const Real farthest = std::max({reach[0], reach[1], reach[2]}), tolerance = 1e-3 * size;
    const auto is_far = [&](int k) { return reach[k % 3] > farthest - 1e-6 * size; };
    for (int k = 0; k < 3; ++k)
        if (is_far(k) && is_far(k + 1))
            return stays_below(surface, surface.topology.across[t][k], n, farthest, tolerance);
    const SurfaceTopology& topology = surface.topology;
    const int corner = surface.mesh.triangles[t][is_far(0) ? 0 : is_far(1) ? 1 : 2];
    for (int i = topology.fan_begin[corner]; i < topology.fan_begin[corner + 1]; ++i)
        if (!stays_below(surface, topology.fan[i], n, farthest, tolerance)) return false;
    return true;
}

/// The point of b that is deepest below the triangle, when it lies over the triangle.
void add_deepest(const TriangleSolid& triangle, int t, const Vec3& n, MeshTouch& touch) {
    const Vec3 p = touch.pose_b.to_world(support(*touch.b, touch.pose_b.rotation.conjugate() * -n));
    const Vec3 from = touch.pose_a.to_world(triangle.corners[0]);
    const Real gap = n.dot(p - from);
    if (!(gap < touch.margin)) return;
    const Vec3 foot = p - gap * n, local = touch.pose_a.to_local(foot);
    const auto& c = triangle.corners;
    const Real beyond = (closest_on_triangle(local, c[0], c[1], c[2]).point - local).norm();
    if (beyond > 1e-3 * touch.groups.nearness + 1e-9 * from.norm()) return;
    add(touch.groups, n, {foot, p, gap, static_cast<std::uint32_t>(t) << 12});
}

void add_triangle(int t, MeshTouch& touch) {
    const SurfaceTree& surface = *touch.mesh;
    const TriangleSolid triangle = triangle_at(surface, t);
    Vec3 local_normal = outward(surface, t);
    const Real height = local_normal.dot(touch.pose_a.to_local(touch.middle) - triangle.corners[0]);
    if (height < 0 && surface.closed()) return;  // seen from inside: another side of the solid is meant
    if (height < 0) local_normal = -local_normal;
    const ClosestPoints near = closest(triangle, touch.pose_a, *touch.b, touch.pose_b);
    if (!(near.distance < touch.margin)) return;
    const Vec3 face_normal = touch.pose_a.rotation * local_normal;
    const bool is_face = near.normal.dot(face_normal) > 0.9999;
    const bool leans =
        !is_face && may_lean(surface, t, local_normal, touch.pose_a.rotation.conjugate() * near.normal);
    Touch found;
    const FaceTouch how{leans ? near.normal : face_normal, leans ? &near : nullptr, touch.margin};
    touch_along(triangle, touch.pose_a, *touch.b, touch.pose_b, how, found);
    for (int i = 0; i < found.count; ++i) {
        found.points[i].feature |= static_cast<std::uint32_t>(t) << 12;
        add(touch.groups, found.normal, found.points[i]);
    }
    if (!leans) add_deepest(triangle, t, face_normal, touch);
}

/// The middle of b is inside: the nearest way out of the whole mesh.
bool touch_from_inside(const MeshTouch& touch, TouchList& found) {
    const MeshShape shape{{std::shared_ptr<void>(), touch.mesh}};
    found.count =
        touch_field(shape, touch.pose_a, *touch.b, touch.pose_b, touch.margin, found.touches[0]) ? 1 : 0;
    return found.count > 0;
}

}  // namespace

bool touch(const SurfaceTree& a, const Pose& pose_a, const Convex& b, const Pose& pose_b, Real margin,
           TouchList& found) {
    found.count = 0;
    MeshTouch touch;
    touch.mesh = &a;
    touch.b = &b;
    touch.pose_a = pose_a;
    touch.pose_b = pose_b;
    touch.margin = margin;
    touch.middle = pose_b.to_world(middle_of(b));
    touch.groups.nearness = 1e-3 * bounding_radius(b);
    const Quat back = pose_a.rotation.conjugate();
    Aabb box = bounds(b, {pose_a.to_local(pose_b.position), back * pose_b.rotation});
    box.inflate(margin);
    visit_overlapping(a.bvh, box, [&touch](int t) { add_triangle(t, touch); });
    if (finish(touch.groups, found)) return true;
    const Vec3 middle = pose_a.to_local(touch.middle);
    const bool inside = a.closed() && bounds(a.bvh).contains(middle) && nearest(a, middle, 0).distance < 0;
    return inside && touch_from_inside(touch, found);
}

}  // namespace souple
