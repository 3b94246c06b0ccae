// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Derivatives by central differences, to hold the closed forms of elements against.
#pragma once

#include <Eigen/Cholesky>

#include <algorithm>

#include "souple/core/rng.h"
#include "souple/math/types.h"

namespace souple {

/// The step where truncation and rounding of a central difference balance, for numbers of order one.
constexpr Real difference_step = 1e-5;

/// d fn/dx of a number that depends on n places.
template <int n, class Fn>
Stencil<n> central_gradient(const Fn& fn, Stencil<n> x, Real step = difference_step) {
    Stencil<n> gradient;
    for (int node = 0; node < n; ++node)
        for (int axis = 0; axis < 3; ++axis) {
            const Real at = x[node][axis];
            x[node][axis] = at + step;
            const Real above = fn(x);
            x[node][axis] = at - step;
            const Real below = fn(x);
            x[node][axis] = at;
            gradient[node][axis] = (above - below) / (2 * step);
        }
    return gradient;
}

/// Column 3 node + axis is the derivative of fn, itself a stencil, by that coordinate.
template <int n, class Fn>
Block<n> central_jacobian(const Fn& fn, Stencil<n> x, Real step = difference_step) {
    Block<n> jacobian;
    for (int node = 0; node < n; ++node)
        for (int axis = 0; axis < 3; ++axis) {
            const Real at = x[node][axis];
            x[node][axis] = at + step;
            const Stencil<n> above = fn(x);
            x[node][axis] = at - step;
            const Stencil<n> below = fn(x);
            x[node][axis] = at;
            for (int row = 0; row < n; ++row)
                jacobian.template block<3, 1>(3 * row, 3 * node + axis) =
                    (above[row] - below[row]) / (2 * step);
        }
    return jacobian;
}

inline Vec3 random_vector(Rng& rng) {
    const Real x = rng.uniform(-1, 1), y = rng.uniform(-1, 1), z = rng.uniform(-1, 1);
    return {x, y, z};
}

template <int n>
Stencil<n> random_stencil(Rng& rng) {
    Stencil<n> stencil;
    for (Vec3& v : stencil) v = random_vector(rng);
    return stencil;
}

inline Quat random_rotation(Rng& rng) {
    const Real w = rng.normal(), x = rng.normal(), y = rng.normal(), z = rng.normal();
    return Quat(w, x, y, z).normalized();
}

template <std::size_t n>
Vec3 sum_of(const std::array<Vec3, n>& stencil) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& v : stencil) sum += v;
    return sum;
}

/// Moment about the origin of forces at places.
template <std::size_t n>
Vec3 torque_of(const std::array<Vec3, n>& x, const std::array<Vec3, n>& f) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < n; ++i) sum += x[i].cross(f[i]);
    return sum;
}

template <std::size_t n>
Real largest_difference(const std::array<Vec3, n>& a, const std::array<Vec3, n>& b) {
    Real largest = 0;
    for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, (a[i] - b[i]).cwiseAbs().maxCoeff());
    return largest;
}

template <std::size_t n>
std::array<Vec3, n> moved(const std::array<Vec3, n>& x, const Pose& pose) {
    std::array<Vec3, n> result;
    for (std::size_t i = 0; i < n; ++i) result[i] = pose.to_world(x[i]);
    return result;
}

/// No pivot of a symmetric matrix is below -tolerance: by the law of inertia no eigenvalue is negative then.
template <int n>
bool is_positive_semidefinite(const Eigen::Matrix<Real, n, n>& matrix, Real tolerance) {
    return matrix.ldlt().vectorD().minCoeff() > -tolerance;
}

}  // namespace souple
