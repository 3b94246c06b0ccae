// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Where a function along a ray is zero, between two places where its signs differ.
#pragma once

#include <cmath>

#include "souple/core/types.h"

namespace souple {

/// A place of a ray and what a function is there.
struct RayEnd {
    Real x = 0;
    Real value = 0;
};

/// By values alone: the secant, or halves where it creeps (the rule of Illinois).
template <class Fn>
Real find_root(const Fn& fn, RayEnd low, RayEnd high, Real tolerance) {
    if (low.value == 0) return low.x;
    for (int i = 0; i < 60 && std::abs(high.x - low.x) > tolerance; ++i) {
        const Real rise = high.value - low.value;
        const Real x =
            rise != 0 ? high.x - high.value * (high.x - low.x) / rise : Real(0.5) * (low.x + high.x);
        const Real here = fn(x);
        if (here == 0 || std::abs(x - high.x) < Real(0.1) * tolerance) return x;
        if ((here > 0) != (high.value > 0))
            low = high;
        else
            low.value *= Real(0.5);
        high = {x, here};
    }
    return high.x;
}

/// By values and slopes: `fn(x)` has both, and costs little more than the value; low.x < high.x. Each step
/// follows the parabola through the last two places, so two or three are enough where the function is smooth;
/// where a step leads out of the interval this is halved instead. Without a change of sign: high.x.
template <class Fn>
Real find_root_by_slope(const Fn& fn, RayEnd low, RayEnd high, Real tolerance) {
    if (low.value == 0) return low.x;
    if ((low.value > 0) == (high.value > 0)) return high.x;
    const Real short_step = Real(1e-5) * (high.x - low.x);
    const bool falls = low.value > 0;
    RayEnd last = low;
    Real x = high.x - high.value * (high.x - low.x) / (high.value - low.value);
    for (int i = 0; i < 60; ++i) {
        const auto here = fn(x);
        if (here.value == 0) return x;
        ((here.value > 0) == falls ? low.x : high.x) = x;
        const Real back = last.x - x, step = -here.value / here.slope;
        const Real half_bend = (last.value - here.value - here.slope * back) / (back * back);
        const Real correction = -half_bend / here.slope * step * step;
        const Real next = x + step + correction;
        const bool is_within = next > low.x && next < high.x;  // false for NaN too
        // (where the slope is continuous, what is wrong with a short step is far smaller than its correction:
        // it is not looked at again)
        if (is_within && std::abs(step) < short_step && std::abs(correction) < tolerance) return next;
        if (high.x - low.x <= tolerance) return x;
        last = {x, here.value};
        x = is_within ? next : Real(0.5) * (low.x + high.x);
    }
    return x;
}

}  // namespace souple
