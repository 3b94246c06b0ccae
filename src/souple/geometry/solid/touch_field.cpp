// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A solid against a field that answers for points only: the solid is sampled.
#include <cmath>

#include "souple/geometry/solid/support.h"
#include "souple/geometry/solid/touch.h"
#include "souple/geometry/solid/touch_faces.h"

namespace souple {

namespace {

/// Samples in the field's coordinates, each thickened by a radius.
struct FieldTouch {
    const Shape* field = nullptr;
    Pose pose_a;
    Real margin = 0;
    int count = 0, tried = 0;
    std::array<TouchPoint, 64> points;
    std::array<Vec3, 64> normals;

    void add(const Vec3& world, Real radius) {
        const int name = tried++;
        if (count == static_cast<int>(points.size())) return;
        const Nearest near = nearest_surface(*field, pose_a.to_local(world), radius + margin);
        const Real gap = near.distance - radius;
        if (!(gap < margin)) return;
        const Vec3 n = pose_a.rotation * near.normal, on_b = world - radius * n;
        normals[count] = n;
        points[count++] = {on_b - gap * n, on_b, gap, static_cast<std::uint32_t>(name)};
    }
};

void add_box(const Box& box, const Pose& pose, FieldTouch& field) {
    for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y)
            for (int z = -1; z <= 1; ++z)
                if (x != 0 || y != 0 || z != 0)
                    field.add(pose.to_world(box.half_size.cwiseProduct(Vec3(x, y, z))), 0);
}

void add_hull(const ConvexHull& hull, const Pose& pose, FieldTouch& field) {
    for (const Vec3& vertex : hull.vertices) field.add(pose.to_world(vertex), 0);
    for (int f = 0; f < hull.face_count(); ++f) {
        Vec3 sum = Vec3::Zero();
        for (int k = hull.face_begin[f]; k < hull.face_begin[f + 1]; ++k)
            sum += hull.vertices[hull.face_corners[k]];
        field.add(pose.to_world(sum / (hull.face_begin[f + 1] - hull.face_begin[f])), 0);
    }
}

/// The point of a smooth solid that lies deepest along the field's normal, found by going back and forth.
void add_support(const Convex& b, const Pose& pose, FieldTouch& field) {
    Vec3 p = pose.position;
    for (int round = 0; round < 8; ++round) {
        const Vec3 n = nearest_surface(*field.field, field.pose_a.to_local(p), bounding_radius(b) * 4).normal;
        p = pose.to_world(support(b, pose.rotation.conjugate() * (field.pose_a.rotation * -n)));
    }
    field.add(p, 0);
}

void add_samples(const Convex& b, const Pose& pose, FieldTouch& field) {
    if (const auto* sphere = std::get_if<Sphere>(&b)) field.add(pose.position, sphere->radius);
    if (const auto* box = std::get_if<Box>(&b)) add_box(*box, pose, field);
    if (const auto* hull = std::get_if<Hull>(&b)) add_hull(*hull->hull, pose, field);
    if (const auto* capsule = std::get_if<Capsule>(&b))
        for (const Real s : {-1.0, -0.5, 0.0, 0.5, 1.0})
            field.add(pose.to_world({0, s * capsule->half_length, 0}), capsule->radius);
    if (const auto* triangle = std::get_if<TriangleSolid>(&b)) {
        const auto& c = triangle->corners;
        for (const Vec3& corner : c) field.add(pose.to_world(corner), triangle->radius);
        field.add(pose.to_world((c[0] + c[1] + c[2]) / 3), triangle->radius);
    }
    if (std::holds_alternative<Ellipsoid>(b) || std::holds_alternative<Cylinder>(b))
        add_support(b, pose, field);
    if (const auto* cylinder = std::get_if<Cylinder>(&b))
        for (const Real side : {-1.0, 1.0}) {
            std::array<Vec3, 16> rim;
            const int corners = supporting_face(*cylinder, {0, side, 0}, rim);
            for (int q = 0; q < corners; ++q) field.add(pose.to_world(rim[q]), 0);
        }
}

}  // namespace

bool touch_field(const Shape& a, const Pose& pose_a, const Convex& b, const Pose& pose_b, Real margin,
                 Touch& found) {
    found.count = 0;
    FieldTouch field;
    field.field = &a;
    field.pose_a = pose_a;
    field.margin = margin;
    add_samples(b, pose_b, field);
    if (field.count == 0) return false;
    int deepest = 0;
    for (int i = 1; i < field.count; ++i)
        if (field.points[i].gap < field.points[deepest].gap) deepest = i;
    // one normal for all: that of the deepest; samples that see the field from elsewhere would pull sideways
    found.normal = field.normals[deepest];
    int kept = 0;
    for (int i = 0; i < field.count; ++i) {
        if (field.normals[i].dot(found.normal) < 0.8) continue;
        TouchPoint point = field.points[i];
        point.on_a = point.on_b - point.gap * found.normal;
        field.points[kept++] = point;
    }
    keep_four({field.points.data(), static_cast<std::size_t>(kept)}, found);
    return true;
}

}  // namespace souple
