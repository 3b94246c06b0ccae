// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Short names for the Eigen types of fixed size. Column vectors, right-handed, Y up, SI units.
// Quaternions are Eigen's: stored x, y, z, w; constructed Quat(w, x, y, z).
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <array>

#include "souple/core/types.h"

namespace souple {

using Vec2 = Eigen::Matrix<Real, 2, 1>;
using Vec3 = Eigen::Matrix<Real, 3, 1>;
using Mat3 = Eigen::Matrix<Real, 3, 3>;
using Quat = Eigen::Quaternion<Real>;

/// The nodes of one element, by index.
template <int n>
using Nodes = std::array<int, n>;

/// One vector for each node of an element: positions, velocities, gradients, forces.
template <int n>
using Stencil = std::array<Vec3, n>;

/// Second derivatives of an element: 3x3 block (a, b) couples nodes a and b.
template <int n>
using Block = Eigen::Matrix<Real, 3 * n, 3 * n>;

/// A rigid placement: first rotate, then move.
struct Pose {
    Vec3 position = Vec3::Zero();      ///< [m]
    Quat rotation = Quat::Identity();  ///< unit

    Vec3 to_world(const Vec3& local) const { return position + rotation * local; }
    Vec3 to_local(const Vec3& world) const { return rotation.conjugate() * (world - position); }
    Pose operator*(const Pose& inner) const { return {to_world(inner.position), rotation * inner.rotation}; }
};

/// Between two placements: straight for the position, the shorter way round for the rotation.
inline Pose interpolate(const Pose& a, const Pose& b, Real s) {
    if (s == 0) return a;
    if (s == 1) return b;
    return {a.position + s * (b.position - a.position), a.rotation.slerp(s, b.rotation).normalized()};
}

inline bool is_finite(const Vec3& v) { return v.allFinite(); }

/// The matrix of `a x b` as a product with b.
inline Mat3 cross_matrix(const Vec3& a) {
    Mat3 m;
    m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
    return m;
}

}  // namespace souple
