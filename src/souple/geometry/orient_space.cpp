// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The side of a plane, as promised in orient.h.
#include <cmath>
#include <limits>

#include "souple/geometry/exact_sum.h"
#include "souple/geometry/orient.h"

namespace souple {

namespace {

using LongSum = ExactSum<96>;  // 24 products of three, four doubles each

/// The determinant of three vectors, each a row.
void add_determinant(LongSum& sum, const Vec3& u, const Vec3& v, const Vec3& w, Real factor) {
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        sum.add_product(factor * u[i], v[j], w[k]);
        sum.add_product(-factor * u[i], v[k], w[j]);
    }
}

/// Whether a - b is a double.
bool is_exact_difference(const Vec3& a, const Vec3& b) {
    for (int i = 0; i < 3; ++i) {
        const Real difference = a[i] - b[i], other = a[i] - difference, back = difference + other;
        if ((a[i] - back) + (other - b[i]) != 0) return false;
    }
    return true;
}

}  // namespace

int orient_exactly(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    // rows (a, 1), (b, 1), (c, 1), (d, 1), by the column of ones
    LongSum sum;
    add_determinant(sum, b, c, d, 1);
    add_determinant(sum, a, c, d, -1);
    add_determinant(sum, a, b, d, 1);
    add_determinant(sum, a, b, c, -1);
    return sum.sign();
}

int orient(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    constexpr Real half = std::numeric_limits<Real>::epsilon() / 2;
    constexpr Real bound = (7 + 56 * half) * half;  // of the relative error of what follows
    const Vec3 u = a - d, v = b - d, w = c - d;
    const Real vw = v.x() * w.y(), wv = w.x() * v.y(), wu = w.x() * u.y(), uw = u.x() * w.y(),
               uv = u.x() * v.y(), vu = v.x() * u.y();
    const Real determinant = u.z() * (vw - wv) + v.z() * (wu - uw) + w.z() * (uv - vu);
    const Real size = (std::abs(vw) + std::abs(wv)) * std::abs(u.z()) +
                      (std::abs(wu) + std::abs(uw)) * std::abs(v.z()) +
                      (std::abs(uv) + std::abs(vu)) * std::abs(w.z());
    // the rows point at d, so the sign is turned
    if (std::abs(determinant) > bound * size) return determinant > 0 ? -1 : 1;
    if (!is_exact_difference(a, d) || !is_exact_difference(b, d) || !is_exact_difference(c, d))
        return orient_exactly(a, b, c, d);
    LongSum sum;
    add_determinant(sum, u, v, w, 1);
    return -sum.sign();
}

}  // namespace souple
