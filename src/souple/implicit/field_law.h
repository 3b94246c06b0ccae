// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// How a skeleton's field falls with the distance from it (000 F0.26): 1 at the thickness, with a chosen slope
// there, 0 with slope 0 at the range and beyond.
#pragma once

#include <algorithm>
#include <string>

#include "souple/core/types.h"

namespace souple {

struct FieldLaw {
    Real thickness = 0.1;  ///< [m] > 0, where the field is 1: the skin of a skeleton alone
    Real range = 0.2;      ///< [m] > thickness; how far skins blend
    Real slope = 10;       ///< [1/m] k: how fast the field falls at the thickness; k (range - thickness) < 3
};

/// Throws InputError naming what is wrong.
void check(const FieldLaw& law, const std::string& name);

/// A law with its coefficients worked out:
///   x < e        1 + k (e - x)
///   e <= x < R   (x - R)^2 (c x + h)
struct FieldCurve {
    Real thickness = 0, range = 0, slope = 0;  ///< e [m], R [m], k [1/m]
    Real c = 0, h = 0;                         ///< [1/m^3], [1/m^2]

    /// Without branches, so that whole runs of distances are worked out at once.
    Real value(Real x) const {
        const Real outer = std::min(std::max(x, thickness), range), gap = outer - range;
        return gap * gap * (c * outer + h) + slope * std::max(thickness - x, Real(0));
    }
    /// [1/m] by the distance, never positive.
    Real derivative(Real x) const {
        if (x >= range) return 0;
        if (x < thickness) return -slope;
        return (x - range) * (3 * c * x + 2 * h - c * range);
    }
};

FieldCurve curve_of(const FieldLaw& law);

}  // namespace souple
