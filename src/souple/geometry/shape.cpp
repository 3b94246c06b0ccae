// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/shape.h"

#include <cmath>

#include "souple/core/errors.h"
#include "souple/geometry/distance.h"
#include "souple/geometry/ellipsoid.h"

namespace souple {

namespace {

Nearest nearest_of(const Plane& plane, const Vec3& p, Real) {
    return {plane.normal.dot(p) - plane.offset, plane.normal};
}

/// Distance to a point thickened by radius; at the point itself any direction is out, and `side` is taken.
Nearest around(const Vec3& gap, Real radius, const Vec3& side) {
    const Real length = gap.norm();
    return {length - radius, length > 0 ? Vec3(gap / length) : side};
}

Nearest nearest_of(const Sphere& sphere, const Vec3& p, Real) {
    return around(p, sphere.radius, Vec3::UnitY());
}

Nearest nearest_of(const Capsule& capsule, const Vec3& p, Real) {
    const Real y = std::min(std::max(p.y(), -capsule.half_length), capsule.half_length);
    return around(p - Vec3(0, y, 0), capsule.radius, Vec3::UnitX());
}

bool is_in_ellipsoid(const Vec3& radii, const Vec3& p) { return p.cwiseQuotient(radii).squaredNorm() < 1; }

Nearest nearest_of(const Ellipsoid& ellipsoid, const Vec3& p, Real) {
    const Vec3 foot = closest_on_ellipsoid(ellipsoid.radii, p);
    const Real distance = (p - foot).norm();
    const Vec3 normal = foot.cwiseQuotient(ellipsoid.radii).cwiseQuotient(ellipsoid.radii).normalized();
    return {is_in_ellipsoid(ellipsoid.radii, p) ? -distance : distance, normal};
}

Nearest nearest_of(const Box& box, const Vec3& p, Real) {
    const Vec3 beyond = p.cwiseAbs() - box.half_size;
    Vec3 out = beyond.cwiseMax(Vec3::Zero());
    Real distance = out.norm();
    if (!(distance > 0)) {  // inside: out through the nearest face
        int axis = 0;
        distance = beyond.maxCoeff(&axis);
        out = Vec3::Unit(axis);
    }
    const Vec3 normal = out.normalized();
    return {distance,
            {std::copysign(normal.x(), p.x()), std::copysign(normal.y(), p.y()),
             std::copysign(normal.z(), p.z())}};
}

Nearest nearest_of(const MeshShape& mesh, const Vec3& p, Real max_distance) {
    const SurfacePoint point = nearest(*mesh.surface, p, max_distance);
    return {point.distance, point.normal};
}

Nearest nearest_of(const FormulaShape& shape, const Vec3& p, Real) {
    const FormulaValue field = evaluate(*shape.formula, p, shape.time);
    const Real slope = field.gradient.norm();
    const bool has_slope = std::isfinite(slope) && slope > 0;
    // a field that is flat or undefined here still knows its sign
    Nearest near{has_slope ? field.value / slope : field.value, Vec3::UnitY()};
    if (has_slope) near.normal = field.gradient / slope;
    if (std::isnan(near.distance)) near.distance = shape.thinnest;
    if (shape.bounds.contains(p)) return near;
    const Real to_bounds = std::sqrt(squared_distance(shape.bounds, p));
    near.distance = std::max(near.distance, to_bounds);
    return near;
}

Aabb bounds_of(const Plane&) {
    Aabb everywhere;
    std::swap(everywhere.low, everywhere.high);
    return everywhere;
}
Aabb bounds_of(const Sphere& s) { return {Vec3::Constant(-s.radius), Vec3::Constant(s.radius)}; }
Aabb bounds_of(const Ellipsoid& e) { return {-e.radii, e.radii}; }
Aabb bounds_of(const Box& b) { return {-b.half_size, b.half_size}; }
Aabb bounds_of(const Capsule& c) {
    const Vec3 high(c.radius, c.radius + c.half_length, c.radius);
    return {-high, high};
}
Aabb bounds_of(const MeshShape& m) { return bounds(m.surface->bvh); }
Aabb bounds_of(const FormulaShape& f) { return f.bounds; }

bool is_positive(const Vec3& v) { return is_finite(v) && v.minCoeff() > 0; }

const char* problem_of_shape(const Plane& p) {
    if (!(std::abs(p.normal.norm() - 1) < 1e-6)) return "the plane's normal is not of unit length";
    return std::isfinite(p.offset) ? nullptr : "the plane's offset is not finite";
}
const char* problem_of_shape(const Sphere& s) {
    return is_positive(Vec3::Constant(s.radius)) ? nullptr : "the sphere's radius is not positive";
}
const char* problem_of_shape(const Ellipsoid& e) {
    return is_positive(e.radii) ? nullptr : "a radius of the ellipsoid is not positive";
}
const char* problem_of_shape(const Box& b) {
    return is_positive(b.half_size) ? nullptr : "a half size of the box is not positive";
}
const char* problem_of_shape(const Capsule& c) {
    if (!is_positive(Vec3::Constant(c.radius))) return "the capsule's radius is not positive";
    return std::isfinite(c.half_length) && c.half_length >= 0 ? nullptr
                                                              : "the capsule's half length is negative";
}
const char* problem_of_shape(const MeshShape& m) { return m.surface ? nullptr : "the mesh is missing"; }
const char* problem_of_shape(const FormulaShape& f) {
    if (!f.formula) return "the formula is missing";
    if (f.bounds.empty()) return "the bounds of the formula are empty";
    return f.thinnest > 0 ? nullptr : "the thinnest feature is not positive";
}

}  // namespace

void check(const Shape& shape, const std::string& name) {
    const char* problem = std::visit([](const auto& solid) { return problem_of_shape(solid); }, shape);
    if (problem) throw InputError(name + ": " + problem);
}

Nearest nearest_surface(const Shape& shape, const Vec3& p, Real max_distance) {
    return std::visit([&](const auto& solid) { return nearest_of(solid, p, max_distance); }, shape);
}

bool is_inside(const Shape& shape, const Vec3& p) {
    if (const auto* ellipsoid = std::get_if<Ellipsoid>(&shape)) return is_in_ellipsoid(ellipsoid->radii, p);
    if (const auto* field = std::get_if<FormulaShape>(&shape))
        return field->bounds.contains(p) && evaluate(*field->formula, p, field->time).value < 0;
    return nearest_surface(shape, p, 0).distance < 0;
}

Aabb bounds(const Shape& shape) {
    return std::visit([](const auto& solid) { return bounds_of(solid); }, shape);
}

}  // namespace souple
