// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Six-vectors of rigid motion in world axes: what turns and what moves together, about a reference point
// (003 F3.17). Moving the reference point is cheap, so every link keeps its own.
#pragma once

#include <Eigen/Cholesky>

#include "souple/math/types.h"

namespace souple {

using Vec6 = Eigen::Matrix<Real, 6, 1>;
using Mat6 = Eigen::Matrix<Real, 6, 6>;

/// A velocity or an acceleration: of turning, and of the reference point.
struct Twist {
    Vec3 w = Vec3::Zero();
    Vec3 v = Vec3::Zero();
};

/// A force or an impulse, with its moment about the reference point.
struct Wrench {
    Vec3 moment = Vec3::Zero();
    Vec3 force = Vec3::Zero();
};

inline Twist operator+(const Twist& a, const Twist& b) { return {a.w + b.w, a.v + b.v}; }
inline Twist operator-(const Twist& a, const Twist& b) { return {a.w - b.w, a.v - b.v}; }
inline Twist operator*(Real s, const Twist& a) { return {s * a.w, s * a.v}; }
inline Wrench operator+(const Wrench& a, const Wrench& b) { return {a.moment + b.moment, a.force + b.force}; }
inline Wrench operator*(Real s, const Wrench& a) { return {s * a.moment, s * a.force}; }
inline Wrench operator-(const Wrench& a) { return {-a.moment, -a.force}; }

/// Power, or work.
inline Real dot(const Twist& a, const Wrench& b) { return a.w.dot(b.moment) + a.v.dot(b.force); }

/// The motion of the same body as seen at `arm` from the reference point.
inline Twist seen_at(const Twist& a, const Vec3& arm) { return {a.w, a.v + a.w.cross(arm)}; }
/// The same action about a point from which the reference point is at `arm`.
inline Wrench about(const Wrench& a, const Vec3& arm) { return {a.moment + arm.cross(a.force), a.force}; }

/// moment = turning w + coupling v, force = coupling^T w + mass v.
struct SpatialInertia {
    Mat3 turning = Mat3::Zero();   ///< [kg m^2]
    Mat3 coupling = Mat3::Zero();  ///< [kg m]
    Mat3 mass = Mat3::Zero();      ///< [kg]
};

inline Wrench operator*(const SpatialInertia& inertia, const Twist& a) {
    return {inertia.turning * a.w + inertia.coupling * a.v,
            inertia.coupling.transpose() * a.w + inertia.mass * a.v};
}

inline void operator+=(SpatialInertia& a, const SpatialInertia& b) {
    a.turning += b.turning;
    a.coupling += b.coupling;
    a.mass += b.mass;
}

/// Of a body whose centre of mass is at `centre` from the reference point.
inline SpatialInertia body_inertia(Real mass, const Mat3& about_centre, const Vec3& centre) {
    SpatialInertia inertia;
    inertia.mass.diagonal().setConstant(mass);
    inertia.coupling = mass * cross_matrix(centre);
    inertia.turning = about_centre - mass * centre * centre.transpose();
    inertia.turning.diagonal().array() += mass * centre.squaredNorm();
    return inertia;
}

/// The same about a point from which the reference point is at `arm`.
inline SpatialInertia about(const SpatialInertia& inertia, const Vec3& arm) {
    const Mat3 cross = cross_matrix(arm);
    SpatialInertia moved;
    moved.mass = inertia.mass;
    const Mat3 lever = cross * inertia.mass;
    moved.coupling = inertia.coupling + lever;
    const Mat3 mixed = inertia.coupling * cross;
    moved.turning = inertia.turning - mixed - mixed.transpose() - lever * cross;
    return moved;
}

/// What is left when a joint gives way along one direction: inertia - u u^T inverse.
inline void give_way(SpatialInertia& inertia, const Wrench& u, Real inverse) {
    const Vec3 moment = inverse * u.moment, force = inverse * u.force;
    inertia.turning -= moment * u.moment.transpose();
    inertia.coupling -= moment * u.force.transpose();
    inertia.mass -= force * u.force.transpose();
}

inline Mat6 inverse_of(const SpatialInertia& inertia) {
    Mat6 full;
    full << inertia.turning, inertia.coupling, inertia.coupling.transpose(), inertia.mass;
    return full.ldlt().solve(Mat6::Identity());
}

inline Twist operator*(const Mat6& inverse, const Wrench& wrench) {
    Vec6 six;
    six << wrench.moment, wrench.force;
    const Vec6 answer = inverse * six;
    return {answer.head<3>(), answer.tail<3>()};
}

}  // namespace souple
