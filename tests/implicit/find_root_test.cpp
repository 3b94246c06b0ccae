// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests src/souple/implicit/find_root.h.
#include "souple/implicit/find_root.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "souple/core/rng.h"
#include "souple/implicit/field_law.h"

namespace souple {
namespace {

struct Sample {
    Real value, slope;
};

/// The root by slopes, and how often the function was asked.
template <class Fn>
std::pair<Real, int> root_by_slope(const Fn& fn, Real low, Real high, Real tolerance) {
    int asked = 0;
    const auto counted = [&](Real x) {
        ++asked;
        return fn(x);
    };
    const Real root = find_root_by_slope(counted, {low, fn(low).value}, {high, fn(high).value}, tolerance);
    return {root, asked};
}

TEST(FindRoot, both_ways_find_the_zero_of_a_smooth_function) {
    Rng rng{2};
    for (int i = 0; i < 1000; ++i) {
        const Real zero = rng.uniform(-0.9, 0.9), bend = rng.uniform(-0.2, 0.2), sign = i % 2 == 0 ? 1 : -1;
        const auto fn = [&](Real x) {
            const Real d = x - zero;
            return Sample{sign * (d + bend * d * d + 0.3 * d * d * d),
                          sign * (1 + 2 * bend * d + 0.9 * d * d)};
        };
        const auto [root, asked] = root_by_slope(fn, -1, 1, 1e-10);
        EXPECT_NEAR(root, zero, 1e-10);
        EXPECT_LE(asked, 7);
        const auto value = [&](Real x) { return fn(x).value; };
        EXPECT_NEAR(find_root(value, {-1, value(-1)}, {1, value(1)}, 1e-10), zero, 1e-10);
    }
}

TEST(FindRoot, by_slopes_a_blend_of_two_fields_takes_three_looks) {
    const FieldCurve curve = curve_of({.thickness = 0.5, .range = 0.9, .slope = 4});
    Real most = 0, sum = 0;
    for (int i = 1; i < 100; ++i) {
        const Real apart = 0.008 * i;  // [m] a second field beside the ray
        const auto fn = [&](Real x) {
            const Real far = std::hypot(x, apart);
            return Sample{curve.value(x) + curve.value(far) - 1,
                          curve.derivative(x) + curve.derivative(far) * x / far};
        };
        Real low = 0.5;
        while (fn(low + 0.125).value >= 0) low += 0.125;
        const auto [root, asked] = root_by_slope(fn, low, low + 0.125, 5e-10);
        EXPECT_NEAR(fn(root).value, 0, 1e-8);
        most = std::max(most, Real(asked));
        sum += asked;
    }
    EXPECT_LE(most, 4);
    EXPECT_LT(sum / 99, 3);
}

TEST(FindRoot, by_slopes_kinks_flats_and_slopes_that_lie_do_not_lead_astray) {
    const auto kinked = [](Real x) { return x < 0.3 ? Sample{x - 0.3, 1} : Sample{50 * (x - 0.3), 50}; };
    EXPECT_NEAR(root_by_slope(kinked, -1, 1, 1e-10).first, 0.3, 1e-9);
    const auto flat = [](Real x) { return Sample{x < 0.2 ? -1.0 : x > 0.4 ? 1.0 : 10 * (x - 0.3), 0}; };
    EXPECT_NEAR(root_by_slope(flat, -1, 1, 1e-10).first, 0.3, 1e-9);
    const auto liar = [](Real x) { return Sample{x * x * x - 0.1, -1}; };
    EXPECT_NEAR(root_by_slope(liar, -1, 1, 1e-10).first, std::cbrt(0.1), 1e-9);
    const auto on_end = [](Real x) { return Sample{x + 1, 1}; };
    EXPECT_EQ(root_by_slope(on_end, -1, 1, 1e-10).first, -1);
}

TEST(FindRoot, by_slopes_what_has_one_sign_at_both_ends_ends_at_the_high_one) {
    for (const Real value : {1.0, -1.0})
        for (const Real rise : {0.0, 0.3}) {
            const auto same_sign = [&](Real x) { return Sample{value + rise * x, rise}; };
            EXPECT_EQ(root_by_slope(same_sign, -1, 1, 1e-10).first, 1);
        }
}

}  // namespace
}  // namespace souple
