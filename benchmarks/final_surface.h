// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Runs a scene with one cloth that may refine itself, and compares where two such runs end.
#pragma once

#include <string>
#include <vector>

#include "souple/dynamics/model.h"
#include "souple/math/types.h"

namespace souple {

struct Surface {
    std::vector<Vec3> points;
    std::vector<Nodes<3>> triangles;
};

struct Outcome {
    Surface surface;
    Real seconds = 0;        ///< [s] by the clock
    Real processor = 0;      ///< [s] of all threads: does not depend on what else the machine does
    Real adapt_seconds = 0;  ///< [s] for finding, dividing and joining
    int faces = 0;           ///< at the end
};

struct Distance {
    Real max = 0, rms = 0;  ///< [m]
};

/// With settings as of --set, and all points shifted along x [m] before the first step. Ends the program when
/// the run fails.
Outcome run_cloth(const std::string& file, const std::vector<std::string>& settings, Real shift = 0);

/// Closest distances both ways; the mean is over the points of the finer surface, which lie evenly on it.
Distance between(const Surface& fine, const Surface& other);

}  // namespace souple
