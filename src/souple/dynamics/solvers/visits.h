// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Where methods that sum slopes look for them, and what each counts: one table for points, frames and trees.
#pragma once

#include <array>
#include <span>

#include "souple/dynamics/part.h"

namespace souple {

/// One slope of a method: its weight in the sum, and how far along it the next one is looked for.
struct SlopeVisit {
    Real moment = 0;  ///< where the slope is taken, as a fraction of h
    Real sixths = 6;  ///< its weight, so that those of a method sum up to 6
    Real reach = 0;   ///< as a fraction of h
};

inline constexpr std::array<SlopeVisit, 1> euler_visits{{{0, 6, 0}}};
inline constexpr std::array<SlopeVisit, 2> midpoint_visits{{{0, 0, 0.5}, {0.5, 6, 0}}};
inline constexpr std::array<SlopeVisit, 4> runge_kutta_visits{
    {{0, 1, 0.5}, {0.5, 2, 0.5}, {0.5, 2, 1}, {1, 1, 0}}};

/// Of Euler's ways, midpoint and Runge-Kutta.
constexpr std::span<const SlopeVisit> visits_of(Method method) {
    if (method == Method::RungeKutta4) return runge_kutta_visits;
    if (method == Method::Midpoint) return midpoint_visits;
    return euler_visits;
}

}  // namespace souple
