// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/space_curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "souple/core/errors.h"

namespace souple {

namespace {

/// Second derivatives that make slopes continuous. Rows are diagonally dominant, so that each sweep leaves a
/// quarter of the error.
void find_second_derivatives(SpaceCurve& curve) {
    const int last = static_cast<int>(curve.points.size()) - 1;
    curve.second.assign(last + 1, Vec3::Zero());
    const auto chord = [&](int k) { return curve.knots[k + 1] - curve.knots[k]; };
    const auto slope = [&](int k) { return Vec3((curve.points[k + 1] - curve.points[k]) / chord(k)); };
    const auto relax = [&](int k, int before, int after) {
        const Real left = chord(before), right = chord(k);
        curve.second[k] =
            (6 * (slope(k) - slope(before)) - left * curve.second[before] - right * curve.second[after]) /
            (2 * (left + right));
    };
    constexpr int sweeps = 60;
    for (int n = 0; n < sweeps; ++n) {
        if (curve.closed) relax(0, last - 1, 1);
        for (int k = 1; k < last; ++k) relax(k, k - 1, k + 1);
        if (curve.closed) curve.second[last] = curve.second[0];
    }
}

/// The piece that a parameter lies on.
int piece_of(const SpaceCurve& curve, Real parameter) {
    const auto after = std::upper_bound(curve.knots.begin(), curve.knots.end(), parameter);
    const int piece = static_cast<int>(after - curve.knots.begin()) - 1;
    return std::clamp(piece, 0, static_cast<int>(curve.knots.size()) - 2);
}

CurvePlace on_piece(const SpaceCurve& curve, int k, Real parameter) {
    const Real chord = curve.knots[k + 1] - curve.knots[k];
    const Real b = (parameter - curve.knots[k]) / chord, a = 1 - b;
    const Vec3 &p = curve.points[k], &q = curve.points[k + 1], &m = curve.second[k], &n = curve.second[k + 1];
    const Real sixth = chord * chord / 6;
    return {parameter, a * p + b * q + sixth * ((a * a * a - a) * m + (b * b * b - b) * n),
            (q - p) / chord + (chord / 6) * ((1 - 3 * a * a) * m + (3 * b * b - 1) * n), a * m + b * n};
}

/// [m] along a piece up to a parameter, by Gauss's five points.
Real arc_on_piece(const SpaceCurve& curve, int k, Real parameter) {
    constexpr std::array<Real, 3> nodes{0, 0.5384693101056831, 0.9061798459386640};
    constexpr std::array<Real, 3> weights{0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
    const Real half = 0.5 * (parameter - curve.knots[k]), middle = curve.knots[k] + half;
    Real sum = weights[0] * on_piece(curve, k, middle).first.norm();
    for (int n = 1; n < 3; ++n)
        for (const Real side : {-1.0, 1.0})
            sum += weights[n] * on_piece(curve, k, middle + side * nodes[n] * half).first.norm();
    return sum * half;
}

Real wrapped(const SpaceCurve& curve, Real parameter) {
    if (!curve.closed) return parameter;
    const Real turn = curve.knots.back();
    return parameter - turn * std::floor(parameter / turn);
}

}  // namespace

SpaceCurve make_curve(const std::vector<Vec3>& points, bool closed, const std::string& who) {
    const std::size_t least = closed ? 3 : 2;
    if (points.size() < least)
        throw InputError(
            fmt::format("the curve of {} has {} points; it needs {}", who, points.size(), least));
    SpaceCurve curve;
    curve.points = points;
    curve.closed = closed;
    if (closed) curve.points.push_back(points.front());
    curve.knots.push_back(0);
    for (std::size_t k = 1; k < curve.points.size(); ++k) {
        const Real chord = (curve.points[k] - curve.points[k - 1]).norm();
        if (!(chord > 0) || !std::isfinite(chord))
            throw InputError(fmt::format("points {} and {} of the curve of {} are at one place or not finite",
                                         k - 1, k % points.size(), who));
        curve.knots.push_back(curve.knots.back() + chord);
    }
    find_second_derivatives(curve);
    curve.arc.push_back(0);
    for (std::size_t k = 1; k < curve.knots.size(); ++k)
        curve.arc.push_back(curve.arc.back() + arc_on_piece(curve, static_cast<int>(k) - 1, curve.knots[k]));
    return curve;
}

CurvePlace evaluate(const SpaceCurve& curve, Real parameter) {
    const Real u = wrapped(curve, parameter), end = curve.knots.back();
    const int k = piece_of(curve, u);
    if (curve.closed || (u >= 0 && u <= end)) return on_piece(curve, k, u);
    // the curvature of an open curve is zero at its ends: going on straight keeps it continuous
    CurvePlace place = on_piece(curve, k, u < 0 ? 0 : end);
    place.position += (u - place.parameter) * place.first;
    place.parameter = u;
    return place;
}

CurvePlace nearest_place(const SpaceCurve& curve, const Vec3& p) {
    constexpr int looks = 8;  // for each piece: it bends less than once around
    const int pieces = static_cast<int>(curve.knots.size()) - 1;
    Real best = 0, least = std::numeric_limits<Real>::infinity(), reach = 0;
    for (int k = 0; k < pieces; ++k) {
        const Real chord = curve.knots[k + 1] - curve.knots[k];
        for (int n = 0; n <= looks; ++n) {
            const Real u = curve.knots[k] + chord * n / looks;
            const Real distance = (on_piece(curve, k, u).position - p).squaredNorm();
            if (!(distance < least)) continue;
            least = distance;
            best = u;
            reach = chord / looks;
        }
    }
    // Newton on first . (c - p) = 0; away from the curve steps are held to what was looked at
    CurvePlace place = evaluate(curve, best);
    for (int n = 0; n < 30; ++n) {
        const Vec3 gap = place.position - p;
        const Real slope =
            std::max(place.first.squaredNorm() + place.second.dot(gap), 0.1 * place.first.squaredNorm());
        const bool beyond = !curve.closed && (place.parameter < 0 || place.parameter > curve.knots.back());
        const Real wanted = -place.first.dot(gap) / slope;
        const Real step = beyond || reach <= 0 ? wanted : std::clamp(wanted, -reach, reach);
        place = evaluate(curve, place.parameter + step);
        if (std::abs(step) < 1e-15 * curve.knots.back()) break;
    }
    return place;
}

Real arc_length(const SpaceCurve& curve, Real parameter) {
    const Real u = wrapped(curve, parameter), end = curve.knots.back();
    if (!curve.closed && u < 0) return u * on_piece(curve, 0, 0).first.norm();
    const int k = piece_of(curve, u);
    if (!curve.closed && u > end) return curve.arc.back() + (u - end) * on_piece(curve, k, end).first.norm();
    return curve.arc[k] + arc_on_piece(curve, k, u);
}

}  // namespace souple
