// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/oriented/central_law.h"

#include <algorithm>
#include <cmath>

namespace souple {

namespace {

Real cohesion(const OrientedLaw& law, Real rest, Real distance) {
    const Real u = rest - distance;
    return law.amplitude * u * u * u / distance * std::exp(-law.alpha * u * u);
}

Real lennard_jones(const OrientedLaw& law, Real rest, Real distance) {
    const Real n = law.exponent, near = std::pow(rest / distance, n);
    return 2 * n * law.amplitude / distance * near * (near - 1);
}

/// From 0 to 1 with no slope and no curvature at either end.
Real smooth_rise(Real s) { return s * s * s * (10 + s * (6 * s - 15)); }

/// Repels as repulsion (1-u)^3/u below the rest distance, u the distance over it; attracts with `amplitude`
/// at the peak and with nothing at the end of the range. Value, slope and curvature are continuous.
Real spline_cohesion(const OrientedLaw& law, Real rest, Real distance) {
    const Real u = distance / rest, end = law.range.x() / law.rest.x();
    if (u < 1) return law.repulsion * (1 - u) * (1 - u) * (1 - u) / u;
    if (u < law.peak) return -law.amplitude * smooth_rise((u - 1) / (law.peak - 1));
    return u < end ? -law.amplitude * (1 - smooth_rise((u - law.peak) / (end - law.peak))) : 0;
}

/// Clay holds together, sand only repels.
Real globule(const OrientedLaw& law, Real rest, Real distance) {
    const Real near = rest / distance, holds = std::clamp<Real>(1 - law.temperature, 0, 1);
    const Real net = std::pow(near, law.repulsion) - holds * std::pow(near, law.exponent);
    return law.amplitude / near * net;
}

/// Gauss-Legendre with eight places, six times over; each panel is a fixed multiple of the last one.
template <class Fn>
Real integral(const Fn& fn, Real from, Real to) {
    constexpr int panels = 6;
    constexpr std::array<Real, 4> place{0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                        0.9602898564975363};
    constexpr std::array<Real, 4> weight{0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                         0.1012285362903763};
    if (!(to > from)) return 0;
    const Real ratio = std::pow(to / from, Real(1) / panels);
    Real sum = 0, left = from;
    for (int p = 0; p < panels; ++p) {
        const Real right = p + 1 < panels ? left * ratio : to, half = 0.5 * (right - left);
        const Real middle = 0.5 * (right + left);
        for (std::size_t k = 0; k < place.size(); ++k)
            sum += half * weight[k] * (fn(middle - half * place[k]) + fn(middle + half * place[k]));
        left = right;
    }
    return sum;
}

}  // namespace

Real central_force(const OrientedLaw& law, Real rest, Real distance) {
    switch (law.kind) {
        case LawKind::LennardJones:
            return lennard_jones(law, rest, distance);
        case LawKind::Cohesion:
            return cohesion(law, rest, distance);
        case LawKind::SplineCohesion:
            return spline_cohesion(law, rest, distance);
        case LawKind::Globule:
            return globule(law, rest, distance);
        default:
            return 0;
    }
}

Real limited_force(const OrientedLaw& law, LawMode mode, Real rest, Real range, Real distance) {
    if (!(distance < range) || (mode == LawMode::Repulsion && distance >= rest)) return 0;
    const Real f = central_force(law, rest, distance);
    if (law.kind == LawKind::SplineCohesion) return f;
    const Real d = distance * distance / (range * range);
    return (1 - d * d) * f;
}

Real limited_energy(const OrientedLaw& law, LawMode mode, Real rest, Real range, Real distance) {
    const auto f = [&](Real s) { return limited_force(law, mode, rest, range, s); };
    const Real knee = std::min(rest, range), peak = std::clamp(law.peak * rest, knee, range);
    Real sum = integral(f, distance, knee);
    if (mode == LawMode::Repulsion) return sum;
    sum += integral(f, std::max(distance, knee), peak);
    return sum + integral(f, std::max(distance, peak), range);
}

}  // namespace souple
