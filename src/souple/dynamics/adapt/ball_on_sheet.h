// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A ball and the triangles of a surface that refines itself, one after the other, as the source has them meet
// (004 F4.26 to F4.30): for surfaces that do not leave it to the solver of contacts.
#pragma once

#include <array>
#include <optional>

#include "souple/dynamics/step.h"

namespace souple {

/// The place of a triangle nearest to the centre of a ball that reaches it. The light test sees a ball only
/// where that place lies inside the triangle, not on a side or at a corner.
std::optional<Vec3> ball_reaches(const Vec3& centre, Real radius, const std::array<Vec3, 3>& corners,
                                 bool light_test);

/// Every ball moves the triangles that it reaches out of itself, and answers them by the rule of the surface.
/// What a corner that is interpolated gets goes to the ends of its edge. Momentum stays, but for what led
/// points take.
void meet_balls(const Interval& interval, const Control& control, State& state, Scratch& scratch);

}  // namespace souple
