// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/solid/mass_properties.h"

#include <cmath>
#include <numbers>

namespace souple {

namespace {

constexpr Real pi = std::numbers::pi;

Mat3 diagonal(Real x, Real y, Real z) { return Vec3(x, y, z).asDiagonal(); }

MassProperties of(const Sphere& s, Real density) {
    const Real mass = density * 4 / 3 * pi * s.radius * s.radius * s.radius;
    return {mass, Vec3::Zero(), 0.4 * mass * s.radius * s.radius * Mat3::Identity()};
}

/// From the mean squares of the coordinates.
MassProperties symmetric(Real mass, const Vec3& squares) {
    return {mass, Vec3::Zero(),
            mass * diagonal(squares.y() + squares.z(), squares.x() + squares.z(), squares.x() + squares.y())};
}

MassProperties of(const Box& b, Real density) {
    return symmetric(density * 8 * b.half_size.prod(), b.half_size.cwiseAbs2() / 3);
}

MassProperties of(const Ellipsoid& e, Real density) {
    return symmetric(density * 4 / 3 * pi * e.radii.prod(), e.radii.cwiseAbs2() / 5);
}

MassProperties of(const Cylinder& c, Real density) {
    const Real r2 = c.radius * c.radius, h = c.half_length;
    return symmetric(density * 2 * pi * r2 * h, {r2 / 4, h * h / 3, r2 / 4});
}

/// A cylinder and two half spheres; the centre of a half sphere is 3/8 of the radius from its flat side.
MassProperties of(const Capsule& c, Real density) {
    const Real r = c.radius, h = c.half_length;
    const Real tube = density * 2 * pi * r * r * h, ball = density * 4 / 3 * pi * r * r * r;
    const Real along = tube * h * h / 3 + ball * (r * r / 5 + h * h + 0.75 * h * r);
    const Real across = tube * r * r / 4 + ball * r * r / 5;
    return symmetric(tube + ball, Vec3(across, along, across) / (tube + ball));
}

/// Sums over the tetrahedra between the origin and each triangle.
struct Volume {
    Real six = 0;                ///< [m^3], six times the volume
    Vec3 first = Vec3::Zero();   ///< 24 times the integral of x
    Mat3 second = Mat3::Zero();  ///< 120 times the integral of x x^T

    void add(const Vec3& a, const Vec3& b, const Vec3& c) {
        const Real v = a.dot(b.cross(c));
        const Vec3 sum = a + b + c;
        six += v;
        first += v * sum;
        second += v * (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
    }
    /// Sums were taken about `origin`.
    MassProperties finish(Real density, const Vec3& origin) const {
        MassProperties whole;
        whole.mass = density * six / 6;
        const Vec3 centre = first / (4 * six);
        const Mat3 spread = density * second / 120 - whole.mass * centre * centre.transpose();
        whole.centre = origin + centre;
        whole.inertia = spread.trace() * Mat3::Identity() - spread;
        return whole;
    }
};

MassProperties of(const Hull& h, Real density) {
    const ConvexHull& hull = *h.hull;
    Volume volume;
    const Vec3 origin = hull.vertices[0];
    for (int f = 0; f < hull.face_count(); ++f) {
        const int* corner = &hull.face_corners[hull.face_begin[f]];
        const auto at = [&](int k) { return Vec3(hull.vertices[corner[k]] - origin); };
        for (int k = 1; k + 1 < hull.face_begin[f + 1] - hull.face_begin[f]; ++k)
            volume.add(at(0), at(k), at(k + 1));
    }
    return volume.finish(density, origin);
}

/// A prism as thick as the triangle; the rounded rim is left out.
MassProperties of(const TriangleSolid& t, Real density) {
    const auto& [a, b, c] = t.corners;
    const Vec3 area = 0.5 * (b - a).cross(c - a);
    const Real mass = density * area.norm() * 2 * t.radius;
    const Vec3 centre = (a + b + c) / 3;
    Mat3 spread = Mat3::Zero();
    for (const Vec3& corner : t.corners) spread += (corner - centre) * (corner - centre).transpose() / 12;
    if (area.norm() > 0)
        spread += t.radius * t.radius / 3 * area.normalized() * area.normalized().transpose();
    return {mass, centre, mass * (spread.trace() * Mat3::Identity() - spread)};
}

/// What a point mass at d adds.
Mat3 steiner(Real mass, const Vec3& d) {
    return mass * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
}

/// The turn that makes m(p, q) zero (Jacobi), applied to m and gathered in r.
void turn_to_zero(Mat3& m, Mat3& r, int p, int q) {
    if (m(p, q) == 0) return;
    const Real theta = (m(q, q) - m(p, p)) / (2 * m(p, q));
    const Real t = std::copysign(1.0, theta) / (std::abs(theta) + std::sqrt(theta * theta + 1));
    const Real c = 1 / std::sqrt(t * t + 1), s = t * c;
    Mat3 turn = Mat3::Identity();
    turn(p, p) = turn(q, q) = c;
    turn(p, q) = s;
    turn(q, p) = -s;
    m = Mat3(turn.transpose() * m * turn);
    m(p, q) = m(q, p) = 0;
    r = Mat3(r * turn);
}

}  // namespace

MassProperties mass_properties(const Convex& convex, Real density) {
    return std::visit([density](const auto& kind) { return of(kind, density); }, convex);
}

MassProperties mass_properties(const Solid& solid, Real density) {
    if (solid.mesh) return mass_properties(solid.mesh->mesh, density);
    MassProperties whole;
    for (const Piece& piece : solid.pieces)
        whole = whole + placed(mass_properties(piece.convex, density), piece.pose);
    return whole;
}

MassProperties mass_properties(const TriangleMesh& closed, Real density) {
    Volume volume;
    const Vec3 origin = closed.points[closed.triangles[0][0]];
    for (const auto& [a, b, c] : closed.triangles)
        volume.add(closed.points[a] - origin, closed.points[b] - origin, closed.points[c] - origin);
    return volume.finish(density, origin);
}

MassProperties placed(const MassProperties& properties, const Pose& pose) {
    const Mat3 r = pose.rotation.toRotationMatrix();
    return {properties.mass, pose.to_world(properties.centre), Mat3(r * properties.inertia * r.transpose())};
}

MassProperties operator+(const MassProperties& a, const MassProperties& b) {
    MassProperties whole;
    whole.mass = a.mass + b.mass;
    if (!(whole.mass > 0)) return whole;
    whole.centre = (a.mass * a.centre + b.mass * b.centre) / whole.mass;
    whole.inertia = a.inertia + steiner(a.mass, a.centre - whole.centre) + b.inertia +
                    steiner(b.mass, b.centre - whole.centre);
    return whole;
}

PrincipalAxes principal_axes(const Mat3& inertia) {
    Mat3 m = 0.5 * (inertia + inertia.transpose()), r = Mat3::Identity();
    const Real size = m.cwiseAbs().maxCoeff();
    // what round-off left beside the diagonal is not worth a turn
    const auto beside = [&m] { return std::max({std::abs(m(0, 1)), std::abs(m(0, 2)), std::abs(m(1, 2))}); };
    for (int sweep = 0; sweep < 50 && beside() > 1e-14 * size; ++sweep) {
        turn_to_zero(m, r, 0, 1);
        turn_to_zero(m, r, 0, 2);
        turn_to_zero(m, r, 1, 2);
    }
    return {r.isIdentity(0) ? Quat::Identity() : Quat(r).normalized(), m.diagonal()};
}

}  // namespace souple
