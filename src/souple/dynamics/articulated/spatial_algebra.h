// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Sums, products and changes of reference point of six-vectors (003 F3.17), for those who compute with them.
#pragma once

#include "souple/dynamics/articulated/spatial.h"

namespace souple {

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

/// The 6 x 6 matrix from wrench to twist.
Mat6 inverse_of(const SpatialInertia& inertia);

inline Twist operator*(const Mat6& inverse, const Wrench& wrench) {
    Vec6 six;
    six << wrench.moment, wrench.force;
    const Vec6 answer = inverse * six;
    return {answer.head<3>(), answer.tail<3>()};
}

}  // namespace souple
