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
template <class L>
struct ObstacleWatchOf {
    PerParticle<typename L::Vector> seen;  ///< [m] where it was when its way was last counted
    PerParticle<typename L::Number> gone;  ///< [m] its way so far, and that of the solids towards it
    PerParticle<typename L::Number> next;  ///< [m] the way at which some solid must be asked
    typename L::Number pushed{};           ///< [m] the largest push of the last look
    typename L::Number fastest{};          ///< [m/s] of the solids
    /// [m] the same as `next`, by lane and solid
    std::array<std::array<PerParticle<Real>, most_near_obstacles>, L::count> due;
    bool any_near = false;  ///< whether there is a solid at all
    int visits = 0;
    bool whole = false;  ///< whether the last visit looked at segments too

    /// [m] the particle is at least so much farther from the solid than the margin.
    Real room(int lane, int o, int i) const {
        return std::max<Real>(0, due[lane][o][i] - lane_of(gone[i], lane));
    }
};

/// Nothing is known yet.
template <class L>
void start_watch(const NearSolids<L>& near, const WispMotionOf<L>& wisp, ObstacleWatchOf<L>& watch);

/// Puts particles and segments that are inside outside, and lets them move as the impact law says; h [s] has
/// passed since the last look. Segments are looked at every few calls, and when s is 1. Sections are then out
/// of date. What solids do to a carried wisp is counted in `outer`: it does not come from its body.
template <class L>
void keep_outside(const NearSolids<L>& near, Real h, Real s, ObstacleWatchOf<L>& watch,
                  WispMotionOf<L>& wisp);

/// Lays segments of one wisp out from the root with their rest lengths and turns each past the solids: what
/// is left to do where pushes and lengths do not agree. Sections are then out of date.
template <class L>
void lay_out_outside(const NearSolids<L>& near, int lane, Real s, ObstacleWatchOf<L>& watch,
                     WispMotionOf<L>& wisp);

/// Shortens samples that reach into a solid (001 W4.7), as often as segments are looked at. Sections must be
/// up to date.
template <class L>
void keep_samples_outside(const NearSolids<L>& near, Real s, const ObstacleWatchOf<L>& watch,
                          WispMotionOf<L>& wisp);

/// Only places of particles and segments, of the wisps in chosen lanes: for methods that look at velocities
/// later.
template <class L>
void push_outside(const NearSolids<L>& near, const typename L::Mask& lanes, Real h, Real s,
                  ObstacleWatchOf<L>& watch, WispMotionOf<L>& wisp);

}  // namespace souple
