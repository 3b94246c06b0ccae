// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The attracting and repelling laws along one line: force and energy at a distance.
#pragma once

#include "souple/dynamics/oriented/oriented_law.h"

namespace souple {

/// [N] at a distance [m] > 0, positive when it repels, as if the rest distance were `rest` in every
/// direction; without weight and influence.
Real central_force(const OrientedLaw& law, Real rest, Real distance);

/// The same times the influence at distance/range, zero beyond; only its repelling half in that mode.
Real limited_force(const OrientedLaw& law, LawMode mode, Real rest, Real range, Real distance);

/// [J] the work of limited_force from here to the end of its range, by quadrature (13 digits).
Real limited_energy(const OrientedLaw& law, LawMode mode, Real rest, Real range, Real distance);

}  // namespace souple
