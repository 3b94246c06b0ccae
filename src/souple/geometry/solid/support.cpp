// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/solid/support.h"

#include <cmath>
#include <numbers>

namespace souple {

namespace {

Vec3 farthest(const Box& box, const Vec3& d) {
    return {std::copysign(box.half_size.x(), d.x()), std::copysign(box.half_size.y(), d.y()),
            std::copysign(box.half_size.z(), d.z())};
}

Vec3 farthest(const Ellipsoid& ellipsoid, const Vec3& d) {
    const Vec3 scaled = ellipsoid.radii.cwiseProduct(d);
    const Real length = scaled.norm();
    return length > 0 ? Vec3(ellipsoid.radii.cwiseProduct(scaled) / length) : Vec3(0, ellipsoid.radii.y(), 0);
}

Vec3 farthest(const Cylinder& cylinder, const Vec3& d) {
    const Real across = std::sqrt(d.x() * d.x() + d.z() * d.z());
    const Real y = std::copysign(cylinder.half_length, d.y());
    if (!(across > 1e-12 * std::abs(d.y()))) return {cylinder.radius, y, 0};
    return {cylinder.radius * d.x() / across, y, cylinder.radius * d.z() / across};
}

/// Small hulls are looked through, large ones climbed from neighbour to neighbour.
int farthest_vertex(const ConvexHull& hull, const Vec3& d) {
    const int n = static_cast<int>(hull.vertices.size());
    int best = 0;
    Real reach = hull.vertices[0].dot(d);
    if (n <= 48) {
        for (int i = 1; i < n; ++i)
            if (const Real r = hull.vertices[i].dot(d); r > reach) reach = r, best = i;
        return best;
    }
    for (bool climbed = true; climbed;) {
        climbed = false;
        const int from = best;
        for (int k = hull.ring_begin[from]; k < hull.ring_begin[from + 1]; ++k)
            if (const Real r = hull.vertices[hull.ring[k]].dot(d); r > reach)
                reach = r, best = hull.ring[k], climbed = true;
    }
    return best;
}

Vec3 farthest(const TriangleSolid& triangle, const Vec3& d) {
    const Real r0 = triangle.corners[0].dot(d), r1 = triangle.corners[1].dot(d),
               r2 = triangle.corners[2].dot(d);
    return triangle.corners[r0 >= r1 && r0 >= r2 ? 0 : r1 >= r2 ? 1 : 2];
}

int face_of(const Box& box, const Vec3& d, std::array<Vec3, 16>& polygon) {
    const Vec3 size = d.cwiseAbs();
    const int k = size.x() >= size.y() && size.x() >= size.z() ? 0 : size.y() >= size.z() ? 1 : 2;
    const int u = (k + 1) % 3, v = (k + 2) % 3;
    const Real side = d[k] < 0 ? -1 : 1;
    constexpr std::array<std::array<int, 2>, 4> corners{{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
    for (int q = 0; q < 4; ++q) {
        polygon[q][k] = side * box.half_size[k];
        polygon[q][u] = corners[q][0] * box.half_size[u];
        polygon[q][v] = side * corners[q][1] * box.half_size[v];
    }
    return 4;
}

int face_of(const Capsule& capsule, const Vec3& d, std::array<Vec3, 16>& polygon) {
    const Real across = std::sqrt(d.x() * d.x() + d.z() * d.z());
    if (capsule.half_length == 0 || across < 0.2) {  // an end looks along the direction
        polygon[0] = Vec3(0, std::copysign(capsule.half_length, d.y()), 0) + capsule.radius * d;
        return 1;
    }
    polygon[0] = Vec3(0, -capsule.half_length, 0) + capsule.radius * d;
    polygon[1] = Vec3(0, capsule.half_length, 0) + capsule.radius * d;
    return 2;
}

int face_of(const Cylinder& cylinder, const Vec3& d, std::array<Vec3, 16>& polygon) {
    const Real across = std::sqrt(d.x() * d.x() + d.z() * d.z());
    if (across > std::abs(d.y())) {
        const Real x = cylinder.radius * d.x() / across, z = cylinder.radius * d.z() / across;
        polygon[0] = {x, -cylinder.half_length, z};
        polygon[1] = {x, cylinder.half_length, z};
        return 2;
    }
    const Real side = d.y() < 0 ? -1 : 1;
    for (int q = 0; q < 12; ++q) {
        const Real angle = std::numbers::pi / 6 * q;
        polygon[q] = {cylinder.radius * std::cos(angle), side * cylinder.half_length,
                      -side * cylinder.radius * std::sin(angle)};
    }
    return 12;
}

int face_of(const ConvexHull& hull, const Vec3& d, std::array<Vec3, 16>& polygon) {
    int best = 0;
    for (int f = 1; f < hull.face_count(); ++f)
        if (hull.normals[f].dot(d) > hull.normals[best].dot(d)) best = f;
    const int begin = hull.face_begin[best], corners = hull.face_begin[best + 1] - begin;
    const int kept = std::min(corners, 16);
    for (int q = 0; q < kept; ++q) polygon[q] = hull.vertices[hull.face_corners[begin + q * corners / kept]];
    return kept;
}

int face_of(const TriangleSolid& triangle, const Vec3& d, std::array<Vec3, 16>& polygon) {
    const auto& [a, b, c] = triangle.corners;
    const bool front = (b - a).cross(c - a).dot(d) >= 0;
    const Vec3 out = triangle.radius * d;
    polygon[0] = a + out;
    polygon[1] = (front ? b : c) + out;
    polygon[2] = (front ? c : b) + out;
    return 3;
}

}  // namespace

Vec3 support(const Convex& convex, const Vec3& direction) {
    const Real radius = core_radius(convex);
    const Vec3 core = core_support(convex, direction);
    return radius > 0 ? Vec3(core + radius * direction.normalized()) : core;
}

Real core_radius(const Convex& convex) {
    switch (convex.index()) {
        case 0:
            return std::get<Sphere>(convex).radius;
        case 2:
            return std::get<Capsule>(convex).radius;
        case 6:
            return std::get<TriangleSolid>(convex).radius;
        default:
            return 0;
    }
}

Vec3 core_support(const Convex& convex, const Vec3& direction) {
    switch (convex.index()) {
        case 1:
            return farthest(std::get<Box>(convex), direction);
        case 2:
            return {0, std::copysign(std::get<Capsule>(convex).half_length, direction.y()), 0};
        case 3:
            return farthest(std::get<Ellipsoid>(convex), direction);
        case 4:
            return farthest(std::get<Cylinder>(convex), direction);
        case 5: {
            const ConvexHull& hull = *std::get<Hull>(convex).hull;
            return hull.vertices[farthest_vertex(hull, direction)];
        }
        case 6:
            return farthest(std::get<TriangleSolid>(convex), direction);
        default:
            return Vec3::Zero();
    }
}

int supporting_face(const Convex& convex, const Vec3& direction, std::array<Vec3, 16>& polygon) {
    switch (convex.index()) {
        case 1:
            return face_of(std::get<Box>(convex), direction, polygon);
        case 2:
            return face_of(std::get<Capsule>(convex), direction, polygon);
        case 4:
            return face_of(std::get<Cylinder>(convex), direction, polygon);
        case 5:
            return face_of(*std::get<Hull>(convex).hull, direction, polygon);
        case 6:
            return face_of(std::get<TriangleSolid>(convex), direction, polygon);
        default:
            polygon[0] = support(convex, direction);
            return 1;
    }
}

}  // namespace souple
