// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/ellipsoid.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace souple {

namespace {

/// f(u) = sum (r_i z_i / (u + r_i - 1))^2 - 1, decreasing and convex for u > 0; r_2 = 1 for the shortest
/// axis.
struct Secular {
    Vec3 r, z;
    Real value(Real u, Real& slope) const {
        Real sum = -1;
        slope = 0;
        for (int i = 0; i < 3; ++i) {
            if (z[i] == 0) continue;
            const Real denominator = u + (r[i] - 1), term = r[i] * z[i] / denominator;
            sum += term * term;
            slope -= 2 * term * term / denominator;
        }
        return sum;
    }
};

/// Newton's method kept inside a bracket that shrinks: from the left it never overshoots, from the right it
/// lands on the left, and a step out of the bracket becomes a bisection.
Real root_of(const Secular& f) {
    Real low = f.z[2], high = f.r.cwiseProduct(f.z).norm();
    Real u = 0.5 * (low + high);
    for (int i = 0; i < 200; ++i) {
        Real slope = 0;
        const Real value = f.value(u, slope);
        (value > 0 ? low : high) = u;
        Real next = u - value / slope;
        if (next == u) break;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        if (next == low || next == high) break;
        u = next;
    }
    return u;
}

}  // namespace

Vec3 closest_on_ellipsoid(const Vec3& radii, const Vec3& p) {
    // work in the octant of positive coordinates with the axes from long to short
    std::array<int, 3> axis = {0, 1, 2};
    std::stable_sort(axis.begin(), axis.end(), [&radii](int l, int r) { return radii[l] > radii[r]; });
    const Vec3 e(radii[axis[0]], radii[axis[1]], radii[axis[2]]);
    const Vec3 y(std::abs(p[axis[0]]), std::abs(p[axis[1]]), std::abs(p[axis[2]]));
    const Vec3 r = (e / e[2]).cwiseAbs2();
    const Secular f{r, y.cwiseQuotient(e)};
    Vec3 x = Vec3::Zero();
    // in the plane across the shortest axis, near the centre, the closest point leaves the plane (u = 0)
    Real at_zero = -1;
    for (int i = 0; i < 2; ++i)
        if (y[i] > 0) {
            x[i] = r[i] * y[i] / (r[i] - 1);
            at_zero += (x[i] / e[i]) * (x[i] / e[i]);
        }
    if (y[2] == 0 && at_zero <= 0) {
        x[2] = e[2] * std::sqrt(-at_zero);
    } else {
        const Real u = root_of(f);
        for (int i = 0; i < 3; ++i) x[i] = y[i] > 0 ? r[i] * y[i] / (u + (r[i] - 1)) : 0;
    }
    Vec3 closest;
    for (int i = 0; i < 3; ++i) closest[axis[i]] = std::copysign(x[i], p[axis[i]]);
    return closest;
}

}  // namespace souple
