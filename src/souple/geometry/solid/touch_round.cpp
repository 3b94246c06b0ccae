// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/solid/touch_round.h"

#include <algorithm>
#include <cmath>

#include "souple/geometry/distance.h"

namespace souple {

namespace {

/// The axis of a capsule, or a sphere as an axis without length.
struct Rod {
    Vec3 centre, along;  ///< world; `along` is unit
    Real half_length = 0, radius = 0;

    Vec3 at(Real s) const { return centre + s * along; }
};

Rod rod_of(const Convex& convex, const Pose& pose) {
    if (const auto* sphere = std::get_if<Sphere>(&convex))
        return {pose.position, Vec3::UnitY(), 0, sphere->radius};
    const auto& capsule = std::get<Capsule>(convex);
    return {pose.position, pose.rotation * Vec3::UnitY(), capsule.half_length, capsule.radius};
}

struct RodPlaces {
    Real s = 0, t = 0;  ///< [m], along each rod from its centre
    bool parallel = false;
};

RodPlaces closest_places(const Rod& a, const Rod& b) {
    const Vec3 gap = b.centre - a.centre;
    const Real cosine = a.along.dot(b.along), along_a = gap.dot(a.along), along_b = gap.dot(b.along);
    const Real squared_sine = a.along.cross(b.along).squaredNorm();
    const auto on_a = [&a](Real s) { return std::clamp(s, -a.half_length, a.half_length); };
    const auto on_b = [&b](Real t) { return std::clamp(t, -b.half_length, b.half_length); };
    RodPlaces places;
    places.parallel = squared_sine < 1e-3;
    // across a pair of parallel rods every place in common is equally near: take the middle of them
    if (squared_sine > 1e-12)
        places.s = on_a((along_a - cosine * along_b) / squared_sine);
    else
        places.s = on_a(0.5 * (on_a(along_a + b.half_length) + on_a(along_a - b.half_length)));
    places.t = on_b(cosine * places.s - along_b);
    places.s = on_a(cosine * places.t + along_a);
    return places;
}

void add(const Rod& a, const Rod& b, Real s, Real t, std::uint32_t feature, Touch& found) {
    const Vec3 on_a = a.at(s) + a.radius * found.normal, on_b = b.at(t) - b.radius * found.normal;
    found.points[found.count++] = {on_a, on_b, (on_b - on_a).dot(found.normal), feature};
}

/// Both ends of the stretch that two nearly parallel rods have in common.
void add_ends(const Rod& a, const Rod& b, Real margin, Touch& found) {
    const Real cosine = a.along.dot(b.along), middle = (b.centre - a.centre).dot(a.along);
    const Real low = std::max(-a.half_length, middle - b.half_length);
    const Real high = std::min(a.half_length, middle + b.half_length);
    if (!(high - low > 1e-3 * (a.radius + b.radius))) return;
    Touch ends;
    ends.normal = found.normal;
    for (const Real s : {low, high}) {
        const Real t = std::clamp((s - middle) * (cosine < 0 ? -1 : 1), -b.half_length, b.half_length);
        add(a, b, s, t, 1 + ends.count, ends);
    }
    if (std::max(ends.points[0].gap, ends.points[1].gap) < margin) found = ends;
}

Vec3 any_across(const Rod& a, const Rod& b) {
    const Vec3 both = a.along.cross(b.along);
    if (a.half_length > 0 && b.half_length > 0 && both.squaredNorm() > 1e-12) return both.normalized();
    const Vec3 along = a.half_length > 0 ? a.along : b.along;
    return a.half_length == 0 && b.half_length == 0 ? Vec3(0, 1, 0) : along.unitOrthogonal();
}

}  // namespace

bool is_round(const Convex& convex) {
    return std::holds_alternative<Sphere>(convex) || std::holds_alternative<Capsule>(convex);
}

bool touch_round(const Convex& a, const Pose& pose_a, const Convex& b, const Pose& pose_b, Real margin,
                 Touch& found) {
    found.count = 0;
    const Rod rod_a = rod_of(a, pose_a), rod_b = rod_of(b, pose_b);
    const RodPlaces places = closest_places(rod_a, rod_b);
    const Vec3 gap = rod_b.at(places.t) - rod_a.at(places.s);
    const Real distance = gap.norm();
    if (!(distance - rod_a.radius - rod_b.radius < margin)) return false;
    found.normal =
        distance > 1e-12 * (rod_a.radius + rod_b.radius) ? Vec3(gap / distance) : any_across(rod_a, rod_b);
    add(rod_a, rod_b, places.s, places.t, 0, found);
    const bool side_by_side = std::abs(found.normal.dot(rod_a.along)) < 0.1;
    if (places.parallel && side_by_side && rod_a.half_length > 0 && rod_b.half_length > 0)
        add_ends(rod_a, rod_b, margin, found);
    return true;
}

bool touch_sphere(const Box& a, const Pose& pose_a, const Sphere& b, const Pose& pose_b, Real margin,
                  Touch& found) {
    found.count = 0;
    const Vec3 p = pose_a.to_local(pose_b.position);
    const Vec3 inside = p.cwiseMax(-a.half_size).cwiseMin(a.half_size);
    Vec3 out = p - inside, foot = inside;
    Real distance = out.norm();
    if (distance - b.radius >= margin) return false;
    if (distance > 1e-12 * b.radius) {
        out /= distance;
    } else {  // the centre is inside: out through the nearest face
        int axis = 0;
        distance = (p.cwiseAbs() - a.half_size).maxCoeff(&axis);
        out = std::copysign(1.0, p[axis]) * Vec3::Unit(axis);
        foot = p - distance * out;
    }
    found.normal = pose_a.rotation * out;
    found.count = 1;
    found.points[0] = {pose_a.to_world(foot), pose_b.position - b.radius * found.normal, distance - b.radius,
                       0};
    return true;
}

bool touch_sphere(const TriangleSolid& a, const Pose& pose_a, const Sphere& b, const Pose& pose_b,
                  Real margin, Touch& found) {
    found.count = 0;
    const auto& [p, q, r] = a.corners;
    const Vec3 centre = pose_a.to_local(pose_b.position);
    const Vec3 foot = closest_on_triangle(centre, p, q, r).point;
    Vec3 out = centre - foot;
    const Real distance = out.norm(), reach = a.radius + b.radius;
    if (!(distance - reach < margin)) return false;
    if (distance > 1e-12 * reach) {
        out /= distance;
    } else {  // the centre is on the triangle: out on the side of its normal
        const Vec3 normal = (q - p).cross(r - p);
        out = normal.squaredNorm() > 0 ? Vec3(normal.normalized()) : Vec3(0, 1, 0);
    }
    found.normal = pose_a.rotation * out;
    found.count = 1;
    found.points[0] = {pose_a.to_world(foot + a.radius * out), pose_b.position - b.radius * found.normal,
                       distance - reach, 0};
    return true;
}

}  // namespace souple
