// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A wisp and the solids around it: particles, samples and segments stay outside (001 W4.5 to
// W4.8).
#pragma once

#include <algorithm>
#include <array>

#include "souple/dynamics/hair/near_obstacles.h"

namespace souple {

/// What is known of the room around each particle, so that a solid is asked again only when the particle may
/// have come to it: each counts the way that it has gone, and for each solid how far that way may get.
struct ObstacleWatch {
    PerParticle<Vec3> seen;  ///< [m] where it was when its way was last counted
    PerParticle<Real> gone;  ///< [m] its way so far, and that of the solids towards it
    PerParticle<Real> next;  ///< [m] the way at which some solid must be asked
    std::array<PerParticle<Real>, most_near_obstacles> due;  ///< [m] the same, by solid
    int visits = 0;
    bool whole = false;  ///< whether the last visit looked at segments too

    /// [m] the particle is at least so much farther from the solid than the margin.
    Real room(int o, int i) const { return std::max<Real>(0, due[o][i] - gone[i]); }
};

/// Nothing is known yet.
void start_watch(const NearObstacles& near, const WispMotion& wisp, ObstacleWatch& watch);

/// Puts particles and segments that are inside outside, and lets them move as the impact law says; h [s] has
/// passed since the last look. Segments are looked at every few calls, and when s is 1. Sections are then out
/// of date. The largest push [m].
Real keep_outside(const NearObstacles& near, Real h, Real s, ObstacleWatch& watch, WispMotion& wisp);

/// Lays segments out from the root with their rest lengths and turns each past the solids: what is left to do
/// where pushes and lengths do not agree. Sections are then out of date.
void lay_out_outside(const NearObstacles& near, Real s, ObstacleWatch& watch, WispMotion& wisp);

/// Shortens samples that reach into a solid (001 W4.7), as often as segments are looked at. Sections must be
/// up to date.
void keep_samples_outside(const NearObstacles& near, Real s, const ObstacleWatch& watch, WispMotion& wisp);

/// Only places of particles and segments: for methods that look at velocities later. The largest push [m].
Real push_outside(const NearObstacles& near, Real h, Real s, ObstacleWatch& watch, WispMotion& wisp);

}  // namespace souple
