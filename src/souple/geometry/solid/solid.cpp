// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/solid/solid.h"

#include <cmath>

#include "souple/core/errors.h"
#include "souple/geometry/solid/support.h"

namespace souple {

namespace {

Aabb symmetric(const Vec3& centre, const Vec3& half) { return {centre - half, centre + half}; }

/// How far each axis of the world reaches into the solid.
Aabb bounds_by_support(const Convex& convex, const Pose& pose) {
    Aabb box;
    const Quat back = pose.rotation.conjugate();
    for (int axis = 0; axis < 3; ++axis) {
        const Vec3 d = back * Vec3::Unit(axis);
        box.high[axis] = pose.position[axis] + d.dot(support(convex, d));
        box.low[axis] = pose.position[axis] + d.dot(support(convex, -d));
    }
    return box;
}

bool is_size(Real x) { return std::isfinite(x) && x > 0; }

const char* problem_of_convex(const Sphere& s) {
    return is_size(s.radius) ? nullptr : "the sphere's radius is not positive";
}
const char* problem_of_convex(const Box& b) {
    const bool good = is_size(b.half_size.x()) && is_size(b.half_size.y()) && is_size(b.half_size.z());
    return good ? nullptr : "a half size of the box is not positive";
}
const char* problem_of_convex(const Capsule& c) {
    if (!is_size(c.radius)) return "the capsule's radius is not positive";
    return c.half_length == 0 || is_size(c.half_length) ? nullptr : "the capsule's half length is negative";
}
const char* problem_of_convex(const Ellipsoid& e) {
    const bool good = is_size(e.radii.x()) && is_size(e.radii.y()) && is_size(e.radii.z());
    return good ? nullptr : "a radius of the ellipsoid is not positive";
}
const char* problem_of_convex(const Cylinder& c) {
    if (!is_size(c.radius)) return "the cylinder's radius is not positive";
    return is_size(c.half_length) ? nullptr : "the cylinder's half length is not positive";
}
const char* problem_of_convex(const Hull& h) {
    return h.hull && h.hull->face_count() >= 4 ? nullptr : "the convex hull is missing";
}
const char* problem_of_convex(const TriangleSolid& t) {
    for (const Vec3& corner : t.corners)
        if (!is_finite(corner)) return "a corner of the triangle is not finite";
    return t.radius == 0 || is_size(t.radius) ? nullptr : "the triangle's radius is negative";
}

void check_mesh(const SurfaceTree& surface, const std::string& name) {
    if (!surface.closed()) throw InputError(name + ": an open mesh used as a solid has no inside");
    if (!(signed_volume(surface.mesh) > 0))
        throw InputError(name + ": the mesh is inverted: its triangles are clockwise seen from outside");
}

}  // namespace

Aabb bounds(const Convex& convex, const Pose& pose) {
    if (const auto* sphere = std::get_if<Sphere>(&convex))
        return symmetric(pose.position, Vec3::Constant(sphere->radius));
    if (const auto* box = std::get_if<Box>(&convex)) {
        const Mat3 size = pose.rotation.toRotationMatrix().cwiseAbs();
        return symmetric(pose.position, size * box->half_size);
    }
    return bounds_by_support(convex, pose);
}

Aabb bounds(const Solid& solid, const Pose& pose) {
    Aabb box;
    for (const Piece& piece : solid.pieces) box.extend(bounds(piece.convex, pose * piece.pose));
    if (solid.mesh)
        for (const Vec3& p : solid.mesh->mesh.points) box.extend(pose.to_world(p));
    return box;
}

Real bounding_radius(const Convex& convex) {
    switch (convex.index()) {
        case 0:
            return std::get<Sphere>(convex).radius;
        case 1:
            return std::get<Box>(convex).half_size.norm();
        case 2:
            return std::get<Capsule>(convex).radius + std::get<Capsule>(convex).half_length;
        case 3:
            return std::get<Ellipsoid>(convex).radii.maxCoeff();
        case 4:
            return std::hypot(std::get<Cylinder>(convex).radius, std::get<Cylinder>(convex).half_length);
        default:
            break;
    }
    Real squared = 0;
    if (const auto* hull = std::get_if<Hull>(&convex))
        for (const Vec3& p : hull->hull->vertices) squared = std::max(squared, p.squaredNorm());
    if (const auto* triangle = std::get_if<TriangleSolid>(&convex))
        for (const Vec3& p : triangle->corners) squared = std::max(squared, p.squaredNorm());
    return std::sqrt(squared) + core_radius(convex);
}

void check(const Convex& convex, const std::string& name) {
    const char* problem = std::visit([](const auto& kind) { return problem_of_convex(kind); }, convex);
    if (problem) throw InputError(name + ": " + problem);
}

void check(const Solid& solid, const std::string& name) {
    if (solid.pieces.empty() && !solid.mesh) throw InputError(name + ": the solid has no pieces and no mesh");
    if (!solid.pieces.empty() && solid.mesh)
        throw InputError(name + ": the solid has both pieces and a mesh; it may have one of them");
    for (std::size_t i = 0; i < solid.pieces.size(); ++i) {
        const std::string piece = solid.pieces.size() == 1 ? name : name + ": piece " + std::to_string(i);
        const Pose& pose = solid.pieces[i].pose;
        check(solid.pieces[i].convex, piece);
        if (!is_finite(pose.position) || !(std::abs(pose.rotation.norm() - 1) < 1e-6))
            throw InputError(piece + ": the pose is not finite, or its rotation is not a unit quaternion");
    }
    if (solid.mesh) check_mesh(*solid.mesh, name);
}

}  // namespace souple
