// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A smooth curve through points, for things that slide along it: a cubic spline with continuous curvature,
// closed or open. An open one goes on straight beyond its ends.
#pragma once

#include <string>
#include <vector>

#include "souple/math/types.h"

namespace souple {

struct SpaceCurve {
    std::vector<Vec3> points;  ///< [m] at the knots; of a closed curve the first one comes again at the end
    std::vector<Vec3> second;  ///< [1/m] second derivative by the parameter, at the knots
    std::vector<Real> knots;   ///< [m] parameter: sum of the chords so far
    std::vector<Real> arc;     ///< [m] length of the curve up to each knot
    bool closed = false;
};

/// One place of a curve, with derivatives by its parameter.
struct CurvePlace {
    Real parameter = 0;  ///< [m] of a closed curve within its first turn
    Vec3 position = Vec3::Zero();
    Vec3 first = Vec3::Zero();
    Vec3 second = Vec3::Zero();
};

/// InputError, naming who asks, for fewer than two points (three of a closed curve), for points that are not
/// finite, and for two neighbours at one place.
SpaceCurve make_curve(const std::vector<Vec3>& points, bool closed, const std::string& who);

CurvePlace evaluate(const SpaceCurve& curve, Real parameter);

/// The place nearest to p. Where a curve crosses itself either branch may be meant.
CurvePlace nearest_place(const SpaceCurve& curve, const Vec3& p);

/// [m] of the curve from its first point to a parameter; negative before an open one begins.
Real arc_length(const SpaceCurve& curve, Real parameter);

}  // namespace souple
