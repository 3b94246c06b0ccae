// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/solid/touch.h"

#include <optional>

#include <cmath>

#include "souple/geometry/solid/flat_polygon.h"
#include "souple/geometry/solid/support.h"
#include "souple/geometry/solid/touch_boxes.h"
#include "souple/geometry/solid/touch_faces.h"
#include "souple/geometry/solid/touch_round.h"

namespace souple {

namespace {

/// Points of b near a plane, before four of them are chosen.
struct PlaneTouch {
    Vec3 normal;  ///< world
    Real offset = 0;
    Real margin = 0;
    int count = 0;
    std::array<TouchPoint, 18> points;

    void add(const Vec3& p, std::uint32_t feature) {
        const Real gap = normal.dot(p) - offset;
        if (gap < margin) points[count++] = {p - gap * normal, p, gap, feature};
    }
};

void add_corners(const Box& box, const Pose& pose, PlaneTouch& plane) {
    const Mat3 r = pose.rotation.toRotationMatrix();
    const Vec3 x = r.col(0) * box.half_size.x(), y = r.col(1) * box.half_size.y(),
               z = r.col(2) * box.half_size.z();
    for (int corner = 0; corner < 8; ++corner)
        plane.add(pose.position + (corner & 1 ? x : Vec3(-x)) + (corner & 2 ? y : Vec3(-y)) +
                      (corner & 4 ? z : Vec3(-z)),
                  corner);
}

/// The face that looks at the plane, and the lowest point when the face does not hold it.
void add_face(const Convex& b, const Pose& pose, PlaneTouch& plane) {
    std::array<Vec3, 16> polygon;
    const Vec3 down = pose.rotation.conjugate() * -plane.normal;
    const int corners = supporting_face(b, down, polygon);
    Real lowest = std::numeric_limits<Real>::infinity();
    for (int q = 0; q < corners; ++q) {
        const Vec3 p = pose.to_world(polygon[q]);
        lowest = std::min(lowest, plane.normal.dot(p) - plane.offset);
        plane.add(p, q);
    }
    const Vec3 deepest = pose.to_world(support(b, down));
    if (plane.normal.dot(deepest) - plane.offset < lowest - 1e-9 * bounding_radius(b)) plane.add(deepest, 16);
}

/// A sphere and a solid of this kind, either way round; nothing when they are something else.
template <class Kind>
std::optional<bool> touch_sphere_and(const Convex& a, const Pose& pose_a, const Convex& b, const Pose& pose_b,
                                     Real margin, Touch& found) {
    const auto *sphere_a = std::get_if<Sphere>(&a), *sphere_b = std::get_if<Sphere>(&b);
    const auto *kind_a = std::get_if<Kind>(&a), *kind_b = std::get_if<Kind>(&b);
    if (kind_a && sphere_b) return touch_sphere(*kind_a, pose_a, *sphere_b, pose_b, margin, found);
    if (!kind_b || !sphere_a) return std::nullopt;
    const bool near = touch_sphere(*kind_b, pose_b, *sphere_a, pose_a, margin, found);
    flip(found);
    return near;
}

}  // namespace

bool touch(const Convex& a, const Pose& pose_a, const Convex& b, const Pose& pose_b, Real margin,
           Touch& found) {
    found.count = 0;
    const auto *box_a = std::get_if<Box>(&a), *box_b = std::get_if<Box>(&b);
    if (box_a && box_b) {
        const BoxesTouch boxes = touch_boxes(placed(*box_a, pose_a), placed(*box_b, pose_b), margin, found);
        if (boxes != BoxesTouch::AcrossCorners) return boxes == BoxesTouch::Yes;
        return touch_by_faces(a, pose_a, b, pose_b, margin, found);
    }
    if (is_round(a) && is_round(b)) return touch_round(a, pose_a, b, pose_b, margin, found);
    if (const auto near = touch_sphere_and<Box>(a, pose_a, b, pose_b, margin, found)) return *near;
    if (const auto near = touch_sphere_and<TriangleSolid>(a, pose_a, b, pose_b, margin, found)) return *near;
    return touch_by_faces(a, pose_a, b, pose_b, margin, found);
}

bool touch(const Plane& a, const Pose& pose_a, const Convex& b, const Pose& pose_b, Real margin,
           Touch& found) {
    PlaneTouch plane;
    plane.normal = pose_a.rotation * a.normal;
    plane.offset = a.offset + plane.normal.dot(pose_a.position);
    plane.margin = margin;
    if (const auto* box = std::get_if<Box>(&b))
        add_corners(*box, pose_b, plane);
    else
        add_face(b, pose_b, plane);
    found.normal = plane.normal;
    keep_four({plane.points.data(), static_cast<std::size_t>(plane.count)}, found);
    return found.count > 0;
}

bool touch(const FormulaShape& a, const Pose& pose_a, const Convex& b, const Pose& pose_b, Real margin,
           Touch& found) {
    return touch_field(Shape(a), pose_a, b, pose_b, margin, found);
}

void flip(Touch& found) {
    found.normal = -found.normal;
    for (int i = 0; i < found.count; ++i) found.points[i].on_a.swap(found.points[i].on_b);
}

}  // namespace souple
