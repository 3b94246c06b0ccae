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

/// Segments as rods of constant length: Verlet's steps, each followed by one tridiagonal solve for places and
/// one for velocities. Stiff springs do not limit the step.
template <class L>
void run_rods(const WispRun& run, const NearSolids<L>& near, WispMotionOf<L>& wisp);

/// For comparison, stiff segments that turn from root to tip (001 W9.3): no springs, no envelope.
void run_turning(const WispRun& run, const NearSolids<OneLane>& near, WispMotion& wisp);

}  // namespace souple
