// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/implicit/field_law.h"

#include <fmt/format.h>

#include <cmath>

#include "souple/core/errors.h"

namespace souple {

void check(const FieldLaw& law, const std::string& name) {
    if (!(law.thickness > 0) || !std::isfinite(law.thickness))
        throw InputError(
            fmt::format("{}: the thickness of the skin is {}; it must be positive", name, law.thickness));
    if (!(law.range > law.thickness) || !std::isfinite(law.range))
        throw InputError(fmt::format("{}: the range {} of the skin is not beyond its thickness {}", name,
                                     law.range, law.thickness));
    if (!(law.slope > 0) || !(law.slope * (law.range - law.thickness) < 3))
        throw InputError(fmt::format(
            "{}: slope times (range - thickness) is {}; it must be between 0 and 3, or the field rises again",
            name, law.slope * (law.range - law.thickness)));
}

FieldCurve curve_of(const FieldLaw& law) {
    const Real gap = law.range - law.thickness;
    const Real c = (2 / gap - law.slope) / (gap * gap);
    return {law.thickness, law.range, law.slope, c, 1 / (gap * gap) - c * law.thickness};
}

}  // namespace souple
