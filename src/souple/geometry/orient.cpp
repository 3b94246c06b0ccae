// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/orient.h"

#include <array>
#include <cmath>
#include <limits>

namespace souple {

namespace {

/// A number as a sum of doubles that do not overlap, the smallest first.
struct Expansion {
    std::array<Real, 12> terms;
    int count = 0;

    /// Adds one double without error: each partial sum keeps what rounding has cut off (Shewchuk's growing).
    void add(Real value) {
        int kept = 0;
        for (int i = 0; i < count; ++i) {
            const Real sum = value + terms[i];
            const Real other = sum - value;
            const Real lost = (value - (sum - other)) + (terms[i] - other);
            if (lost != 0) terms[kept++] = lost;
            value = sum;
        }
        if (value != 0) terms[kept++] = value;
        count = kept;
    }
    /// Adds a product without error: what rounding cuts off it is a double too.
    void add_product(Real a, Real b) {
        const Real product = a * b;
        add(std::fma(a, b, -product));
        add(product);
    }
};

int sign_of(Real value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

}  // namespace

int orient_exactly(const Vec2& a, const Vec2& b, const Vec2& c) {
    Expansion sum;
    sum.add_product(a.x(), b.y());
    sum.add_product(-a.y(), b.x());
    sum.add_product(b.x(), c.y());
    sum.add_product(-b.y(), c.x());
    sum.add_product(c.x(), a.y());
    sum.add_product(-c.y(), a.x());
    return sum.count == 0 ? 0 : sign_of(sum.terms[sum.count - 1]);  // the largest outweighs all others
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
