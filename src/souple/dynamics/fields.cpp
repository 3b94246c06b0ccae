// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Kernels of the laws that act from outside.
#include "souple/dynamics/fields.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace souple {

namespace {

/// Speed at a distance: falls as 1/r outside the core, and linearly to zero inside.
Real core_profile(const Wind& wind, Real distance) {
    return distance > wind.core ? wind.speed * wind.core / distance : wind.speed * distance / wind.core;
}

/// Air that leaves the axis, or the centre when there is none.
Vec3 radial_velocity(const Wind& wind, const Vec3& place) {
    Vec3 r = place - wind.centre;
    r -= r.dot(wind.axis) * wind.axis;
    const Real distance = r.norm();
    return distance > 0 ? Vec3(core_profile(wind, distance) / distance * r) : Vec3(Vec3::Zero());
}

/// i_j = i_{j-1} / (1.5 t_j) at each image after decay_from (001 W4.3, 5.8).
Real decay_of(const Wind& wind, Real time) {
    Real strength = 1;
    if (!(time >= wind.decay_from)) return strength;
    const Real first = std::floor(wind.decay_from * wind.decay_rate + 1e-9) + 1;
    for (Real image = first; image <= time * wind.decay_rate + 1e-9 && strength > 1e-9; ++image)
        strength /= std::max<Real>(1, 1.5 * image / wind.decay_rate);
    return strength > 1e-9 ? strength : 0;
}

/// A steady wind is asked for at every triangle and needs no sine.
Real gust_of(const Wind& wind, Real time) {
    return wind.gust == 0 ? 1 : 1 + wind.gust * std::sin(2 * std::numbers::pi * time / wind.gust_period);
}

}  // namespace

Vec3 wind_velocity(const Wind& wind, const Vec3& place, Real time) {
    if (time < wind.start || time >= wind.stop) return Vec3::Zero();
    switch (wind.kind) {
        case WindKind::Uniform:
            return decay_of(wind, time) * gust_of(wind, time) * wind.velocity;
        case WindKind::Source:
            return radial_velocity(wind, place);
        case WindKind::Sink:
            return -radial_velocity(wind, place);
        case WindKind::Vortex:
            return wind.axis.cross(radial_velocity(wind, place));
    }
    return Vec3::Zero();
}

Vec3 drag_force(const Drag& drag, Real mass, const Vec3& u) {
    const Real speed = drag.quadratic != 0 ? u.norm() : 0;  // a root that most fields do not need
    return -(drag.linear + drag.rate * mass + drag.quadratic * speed) * u;
}

Mat3 drag_matrix(const Drag& drag, Real mass, const Vec3& u) {
    const Real speed = u.norm();
    Mat3 matrix = -(drag.linear + drag.rate * mass + drag.quadratic * speed) * Mat3::Identity();
    if (speed > 0) matrix -= drag.quadratic / speed * u * u.transpose();
    return matrix;
}

Vec3 pressure_force(const Pressure& pressure, const Stencil<3>& x, const Vec3& u) {
    // with the normal N twice the area A long: A |u.n| (u.n) n = |u.N| (u.N) N / (2 |N|^2)
    const Vec3 normal = (x[1] - x[0]).cross(x[2] - x[0]);
    const Real squared = normal.squaredNorm();
    if (!(squared > 0)) return Vec3::Zero();
    const Real flow = u.dot(normal);
    return pressure.density * pressure.coefficient * std::abs(flow) * flow / (4 * squared) * normal;
}

Mat3 pressure_matrix(const Pressure& pressure, const Stencil<3>& x, const Vec3& u) {
    const Vec3 normal = (x[1] - x[0]).cross(x[2] - x[0]);
    const Real squared = normal.squaredNorm();
    if (!(squared > 0)) return Mat3::Zero();
    const Real factor = pressure.density * pressure.coefficient * std::abs(u.dot(normal)) / (2 * squared);
    return factor * normal * normal.transpose();
}

Vec3 centripetal_force(const Centripetal& field, Real mass, const Vec3& x, const Vec3& v) {
    const Vec3 r = x - field.centre;
    const Real squared = r.squaredNorm();
    return squared > 0 ? Vec3(-mass * v.squaredNorm() / squared * r) : Vec3(Vec3::Zero());
}

CentripetalMatrices centripetal_matrices(const Centripetal& field, Real mass, const Vec3& x, const Vec3& v) {
    const Vec3 r = x - field.centre;
    const Real squared = r.squaredNorm();
    if (!(squared > 0)) return {};
    const Mat3 by_place = Mat3::Identity() - 2 / squared * r * r.transpose();
    return {.position = -mass * v.squaredNorm() / squared * by_place,
            .velocity = -2 * mass / squared * r * v.transpose()};
}

}  // namespace souple
