// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Sections of wisps: the outline of an envelope, and what is inside the piece between two planes (001 W5.2).
#pragma once

#include <optional>

#include "souple/dynamics/hair/section_frames.h"
#include "souple/dynamics/hair/section_grid.h"
#include "souple/math/types.h"

namespace souple {

/// One end of a section.
struct SectionEnd {
    Vec3 x = Vec3::Zero();  ///< [m] the skeleton's particle
    SectionFrame frame;
    const Real* radius = nullptr;  ///< [m] of the samples, evenly around from u on
    int samples = 4;
};

/// [m] from the axis to the outline in the direction (c, s) of the plane: quarter ellipses between four
/// samples; between others the radius goes linearly with the angle.
Real outline_radius(const SectionEnd& end, Real c, Real s);

/// [m] the same in the direction of the plane that is nearest to a vector.
Real outline_towards(const SectionEnd& end, const Vec3& direction);

/// [m^2] inside the outline of four samples, or of the polygon of others.
Real outline_area(const SectionEnd& end);

/// The source's test of a point against the volume between two planes: exact in the half-plane through the
/// axis and the point, whose cut is a quadrilateral that may cross itself.
bool is_inside_section(const SectionEnd& a, const SectionEnd& b, const Vec3& p);

/// Whether a point is in a quadrilateral by the even-odd rule, told by its two triangles (0 1 2), (0 2 3).
bool is_inside_quadrilateral(const std::array<Vec3, 4>& corners, const Vec3& normal, const Vec3& p);

/// Holds the section from x to x + way whichever way its outlines, up to `widest` [m], point.
SectionCapsule section_capsule(const Vec3& x, const Vec3& way, Real widest);

}  // namespace souple
