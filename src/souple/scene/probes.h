// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Probes of a running scene: numbers measured after each step, with the time they were taken.
#pragma once

#include <cstdint>
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
    std::int64_t taken = 0;         ///< values so far
    Real latest = 0;                ///< the last of them
    std::int64_t stride = 1;        ///< every how many-th of them is kept, a power of two
    std::vector<Real> times;        ///< [s] of those that are kept, the first one included
    std::vector<Real> values;
    std::string undefined;  ///< why a value is no number, the first time; empty: all are, or need not be
};

std::vector<Probe> make_probes(const Scene& scene, const World& world);

/// Takes one value of each probe at the world's time. The first one taken is the start value. Hair that is
/// drawn for a probe is in `shown` afterwards; what was there before must be of this moment or forgotten.
void record(std::vector<Probe>& probes, const World& world, HairGallery& shown);

/// Thins what is kept until it is at most so many values: every second one goes, as often as needed. How it
/// comes out does not depend on how often it is asked for.
void keep_at_most(std::size_t most, Probe& probe);

/// How many values of each probe a long run keeps in memory; the others are in its table on disk.
std::size_t most_kept(std::size_t probes);

/// As if only the first so many values had been taken.
void forget_later(std::int64_t taken, Probe& probe);

}  // namespace souple
