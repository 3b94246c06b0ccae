// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// How one wisp is carried through its substeps.
#pragma once

#include "souple/dynamics/hair/wisp_motion.h"
#include "souple/dynamics/hair/wisp_obstacles.h"

namespace souple {

/// The substeps of one interval.
struct WispRun {
    Real h = 0;  ///< [s] of a substep
    int substeps = 1;
};

/// The source's: explicit Euler, and samples put back on their half-lines (001 W1.8, W3.5).
template <class L>
void run_corrected_euler(const WispRun& run, const NearSolids<L>& near, WispMotionOf<L>& wisp);

/// A tridiagonal system, one row for each rod that can move.
template <class L>
struct RodSystem {
    PerParticle<typename L::Number> lower, middle, upper, right;
};

/// What a step of rods keeps of its start, and room to work in: large, so that many wisps in turn use one.
template <class L>
struct RodRoom {
    RodSystem<L> rows;
    PerParticle<typename L::Vector> start, half, end;  ///< [m/s] at the start, in the middle, at the end
    PerParticle<typename L::Vector> free;              ///< [m] where particles would drift to
    PerParticle<typename L::Vector> old_along, d;
    PerParticle<SectionFrameOf<L>> before;
    PerParticle<SectionFrameOf<L>> untwisted;  ///< only where sections twist
    ObstacleWatchOf<L> watch;
    std::array<typename L::Number, most_wisp_particles * most_wisp_samples> radius, radius_speed;
};

/// Segments as rods of constant length: Verlet's steps, each followed by one tridiagonal solve for places and
/// one for velocities. Stiff springs do not limit the step.
template <class L>
void run_rods(const WispRun& run, const NearSolids<L>& near, WispMotionOf<L>& wisp, RodRoom<L>& room);

/// For comparison, stiff segments that turn from root to tip (001 W9.3): no springs, no envelope.
void run_turning(const WispRun& run, const NearSolids<OneLane>& near, WispMotion& wisp);

}  // namespace souple
