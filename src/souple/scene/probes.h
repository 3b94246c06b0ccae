// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Probes of a running scene: numbers measured after each step, with the time they were taken.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "souple/dynamics/hair/draw_hairs.h"
#include "souple/dynamics/measure.h"
#include "souple/dynamics/world.h"
#include "souple/scene/scene.h"

namespace souple {

/// A probe bound to the world it measures, and what it has measured.
struct Probe {
    std::string name;
    ProbeDef def;
    std::vector<int> parts;  ///< that it looks at
    int other = -1;
    MaterialPoint spot;
    int revision = 0;  ///< of the model that the spot was found in
    Real start_value = 0;
    std::vector<Vec3> start_shape;  ///< [m] shape_change: the frames when the first value was taken
    std::vector<Real> times;        ///< [s]
    std::vector<Real> values;
};

std::vector<Probe> make_probes(const Scene& scene, const World& world);

/// Takes one value of each probe at the world's time. The first one taken is the start value. Hair that is
/// drawn for a probe is in `shown` afterwards; what was there before must be of this moment or forgotten.
void record(std::vector<Probe>& probes, const World& world, HairGallery& shown);

}  // namespace souple
