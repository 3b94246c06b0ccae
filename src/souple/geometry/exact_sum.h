// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Sums of products of doubles without any rounding.
#pragma once

#include <array>
#include <cmath>

#include "souple/core/types.h"

namespace souple {

/// A number as a sum of at most `room` doubles that do not overlap, the smallest first.
template <int room>
struct ExactSum {
    std::array<Real, room> terms{};
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
        if (product == 0) return;
        add(std::fma(a, b, -product));
        add(product);
    }
    void add_product(Real a, Real b, Real c) {
        const Real product = a * b;
        add_product(std::fma(a, b, -product), c);
        add_product(product, c);
    }
    /// The largest outweighs all others.
    int sign() const { return count == 0 ? 0 : terms[count - 1] > 0 ? 1 : -1; }
};

}  // namespace souple
