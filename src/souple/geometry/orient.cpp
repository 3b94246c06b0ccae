// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/orient.h"

#include <cmath>
#include <limits>

#include "souple/geometry/exact_sum.h"

namespace souple {

namespace {

int sign_of(Real value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

}  // namespace

int orient_exactly(const Vec2& a, const Vec2& b, const Vec2& c) {
    ExactSum<12> sum;
    sum.add_product(a.x(), b.y());
    sum.add_product(-a.y(), b.x());
    sum.add_product(b.x(), c.y());
    sum.add_product(-b.y(), c.x());
    sum.add_product(c.x(), a.y());
    sum.add_product(-c.y(), a.x());
    return sum.sign();
}

int orient(const Vec2& a, const Vec2& b, const Vec2& c) {
    constexpr Real half = std::numeric_limits<Real>::epsilon() / 2;
    constexpr Real bound = (3 + 16 * half) * half;  // of the relative error of what follows
    const Real left = (a.x() - c.x()) * (b.y() - c.y()), right = (a.y() - c.y()) * (b.x() - c.x());
    const Real determinant = left - right;
    if (std::abs(determinant) > bound * (std::abs(left) + std::abs(right))) return sign_of(determinant);
    return orient_exactly(a, b, c);
}

}  // namespace souple
