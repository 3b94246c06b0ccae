// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/solid/touch_faces.h"

#include <algorithm>
#include <cmath>

#include "souple/geometry/solid/flat_polygon.h"
#include "souple/geometry/solid/support.h"

namespace souple {

namespace {

/// A face seen along the normal: (u, v) across it, height along it.
struct FlatFace {
    int count = 0;
    std::array<Vec3, 16> corners;   ///< (u, v, height) [m]
    Real slope_u = 0, slope_v = 0;  ///< of the height
    Real aligned = 0;               ///< cosine between the face's normal and the touch's; 0 for a segment

    Real height(Real u, Real v) const {
        return corners[0].z() + slope_u * (u - corners[0].x()) + slope_v * (v - corners[0].y());
    }
};

/// The normal of a polygon, not of unit length.
Vec3 area_of(const FlatFace& face) {
    Vec3 sum = Vec3::Zero();
    for (int i = 1; i + 1 < face.count; ++i)
        sum += (face.corners[i] - face.corners[0]).cross(face.corners[i + 1] - face.corners[0]);
    return sum;
}

void set_slope(FlatFace& face) {
    if (face.count >= 3) {
        const Vec3 area = area_of(face);
        const Real length = area.norm();
        if (!(std::abs(area.z()) > 0.1 * length)) return;
        face.aligned = std::abs(area.z()) / length;
        face.slope_u = -area.x() / area.z();
        face.slope_v = -area.y() / area.z();
    } else if (face.count == 2) {
        const Vec3 along = face.corners[1] - face.corners[0];
        const Real squared = along.x() * along.x() + along.y() * along.y();
        if (!(squared > 0)) return;
        face.slope_u = along.x() * along.z() / squared;
        face.slope_v = along.y() * along.z() / squared;
    }
}

struct View {
    Vec3 origin, normal;
    Across axes;

    Vec3 to_flat(const Vec3& p) const {
        const Vec3 d = p - origin;
        return {axes.u.dot(d), axes.v.dot(d), normal.dot(d)};
    }
    Vec3 to_world(Real u, Real v, Real height) const {
        return origin + u * axes.u + v * axes.v + height * normal;
    }
};

FlatFace face_towards(const Convex& convex, const Pose& pose, const Vec3& direction, const View& view) {
    FlatFace face;
    std::array<Vec3, 16> polygon;
    face.count = supporting_face(convex, pose.rotation.conjugate() * direction, polygon);
    for (int i = 0; i < face.count; ++i) face.corners[i] = view.to_flat(pose.to_world(polygon[i]));
    set_slope(face);
    return face;
}

Real extent_of(const FlatFace& face) {
    Real extent = 0;
    for (int i = 1; i < face.count; ++i)
        extent = std::max(extent, (face.corners[i] - face.corners[0]).head<2>().norm());
    return extent;
}

/// The planes through the sides of a polygon, or through the ends of a segment, along the normal.
void clip_to(const FlatFace& face, FlatPolygon& polygon) {
    const Real tolerance = 1e-3 * extent_of(face);
    if (face.count == 2) {
        const Vec3 d = face.corners[1] - face.corners[0];
        const Real length = std::hypot(d.x(), d.y()), a = d.x() / length, b = d.y() / length;
        for (int end = 0; end < 2; ++end) {
            const Real sign = end == 0 ? -1 : 1;
            const Vec3& c = face.corners[end];
            clip(polygon, {sign * a, sign * b, sign * (a * c.x() + b * c.y()), 16 + end}, tolerance);
        }
        return;
    }
    const Real turn = area_of(face).z() < 0 ? -1 : 1;
    for (int i = 0; i < face.count; ++i) {
        const Vec3 &from = face.corners[i], &to = face.corners[(i + 1) % face.count];
        const Real du = to.x() - from.x(), dv = to.y() - from.y(), length = std::hypot(du, dv);
        if (!(length > 0)) continue;
        const Real a = turn * dv / length, b = -turn * du / length;
        clip(polygon, {a, b, a * from.x() + b * from.y(), 16 + i}, tolerance);
    }
}

/// Two segments can share a stretch only when they run side by side.
bool are_parallel(const FlatFace& a, const FlatFace& b) {
    const Vec3 d = a.corners[1] - a.corners[0], e = b.corners[1] - b.corners[0];
    const Real turn = d.x() * e.y() - d.y() * e.x();
    const Real lengths = std::hypot(d.x(), d.y()) * std::hypot(e.x(), e.y());
    return lengths > 0 && std::abs(turn) < 0.03 * lengths;
}

constexpr Real least_alignment = 0.985;  ///< about 10 degrees

enum class Reference { FaceOfA, FaceOfB, None };

Reference choose_reference(const FlatFace& a, const FlatFace& b) {
    if (a.count < 2 || b.count < 2) return Reference::None;
    if (a.count == 2 && b.count == 2) return are_parallel(a, b) ? Reference::FaceOfA : Reference::None;
    const bool a_is_better = a.aligned >= b.aligned - 1e-3;
    if (std::max(a.aligned, b.aligned) < least_alignment) return Reference::None;
    return a_is_better ? Reference::FaceOfA : Reference::FaceOfB;
}

/// Fills points with what the two faces have in common.
int share(const FlatFace& a, const FlatFace& b, Reference reference, const View& view, Real margin,
          std::array<TouchPoint, 36>& points) {
    const bool of_a = reference == Reference::FaceOfA;
    const FlatFace &face = of_a ? a : b, &other = of_a ? b : a;
    FlatPolygon polygon;
    polygon.count = other.count;
    for (int i = 0; i < other.count; ++i) {
        const Vec3& c = other.corners[i];
        const Real above = c.z() - face.height(c.x(), c.y());
        polygon.corners[i] = {c.x(), c.y(), of_a ? above : -above, (i + other.count - 1) % other.count, i};
    }
    clip_to(face, polygon);
    drop_far(polygon, margin);
    for (int i = 0; i < polygon.count; ++i) {
        const FlatCorner& c = polygon.corners[i];
        const Real height = face.height(c.u, c.v);
        const Vec3 on_face = view.to_world(c.u, c.v, height);
        const Vec3 on_other = on_face + (of_a ? c.gap : -c.gap) * view.normal;
        const auto name = static_cast<std::uint32_t>((of_a ? 1 : 2) << 10 | c.before << 5 | c.after);
        points[i] = {of_a ? on_face : on_other, of_a ? on_other : on_face, c.gap, name};
    }
    return polygon.count;
}

}  // namespace

bool touch_along(const Convex& a, const Pose& pose_a, const Convex& b, const Pose& pose_b,
                 const FaceTouch& how, Touch& found) {
    found.count = 0;
    found.normal = how.normal;
    const View view{pose_a.position, how.normal, across(how.normal)};
    const FlatFace face_a = face_towards(a, pose_a, how.normal, view);
    const FlatFace face_b = face_towards(b, pose_b, -how.normal, view);
    std::array<TouchPoint, 36> points;
    const Reference reference = choose_reference(face_a, face_b);
    int count = reference == Reference::None ? 0 : share(face_a, face_b, reference, view, how.margin, points);
    if (how.near && how.near->distance < how.margin) {
        Real deepest = std::numeric_limits<Real>::infinity();
        for (int i = 0; i < count; ++i) deepest = std::min(deepest, points[i].gap);
        const Real slack = 1e-6 * std::min(bounding_radius(a), bounding_radius(b));
        if (how.near->distance < deepest - slack)
            points[count++] = {how.near->on_a, how.near->on_b, how.near->distance, 0};
    }
    keep_four({points.data(), static_cast<std::size_t>(count)}, found);
    return found.count > 0;
}

bool touch_by_faces(const Convex& a, const Pose& pose_a, const Convex& b, const Pose& pose_b, Real margin,
                    Touch& found) {
    found.count = 0;
    const Real reach = bounding_radius(a) + bounding_radius(b) + margin;
    if ((pose_b.position - pose_a.position).squaredNorm() > reach * reach) return false;
    const ClosestPoints near = closest(a, pose_a, b, pose_b);
    if (!(near.distance < margin)) return false;
    return touch_along(a, pose_a, b, pose_b, {near.normal, &near, margin}, found);
}

void keep_four(std::span<const TouchPoint> points, Touch& found) {
    std::array<FlatPoint, 64> flat;
    const int count = std::min<int>(static_cast<int>(points.size()), 64);
    const Across axes = across(found.normal);
    const Vec3 origin = count > 0 ? points[0].on_a : Vec3(0, 0, 0);
    for (int i = 0; i < count; ++i) {
        const Vec3 d = points[i].on_a - origin;
        flat[i] = {axes.u.dot(d), axes.v.dot(d), points[i].gap};
    }
    const FourPoints four = choose_four({flat.data(), static_cast<std::size_t>(count)});
    found.count = four.count;
    for (int i = 0; i < four.count; ++i) found.points[i] = points[four.chosen[i]];
}

}  // namespace souple
