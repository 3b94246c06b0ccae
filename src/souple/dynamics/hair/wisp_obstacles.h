// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A wisp and the solids around it: particles, samples and segments stay outside (001 W4.5 to
// W4.8).
#pragma once

#include <vector>

#include "souple/dynamics/hair/wisp_motion.h"

namespace souple {

/// An obstacle that a wisp may reach during an interval.
struct NearObstacle {
    const Obstacle* obstacle = nullptr;
    const ObstacleMotion* motion = nullptr;
    bool moves = false;
    bool upright = false;  ///< neither it nor its coordinates are turned
    Real speed = 0;        ///< [m/s] no spot of it is faster
};

constexpr int most_near_obstacles = 32;

struct NearObstacles {
    std::array<NearObstacle, most_near_obstacles> list;
    int count = 0;
    Real margin = 0;         ///< [m] particles stay this far outside
    Real length = 0;         ///< [s] of the interval
    Real stretch_limit = 0;  ///< largest strain after a push (001 W4.8); 0: none
    Real fastest = 0;        ///< [m/s] of all
};

/// What is known of the room around each particle, so that far solids are not asked in every substep.
struct ObstacleWatch {
    PerParticle<Real> clear{};  ///< [m] at least so far from every solid; 0: ask
    int visits = 0;
    bool whole = false;  ///< whether the last visit looked at segments too
};

/// The obstacles of the model that a wisp can meet in an interval.
void gather_near(const Model& model, const Control& control, const Part& part, const Hair& hair,
                 const WispMotion& wisp, NearObstacles& near);

/// Puts particles and segments that are inside outside, and lets them move as the impact law says. Segments
/// are looked at every few calls, and when s is 1. Sections are then out of date.
void keep_outside(const NearObstacles& near, Real h, Real s, ObstacleWatch& watch, WispMotion& wisp);

/// Shortens samples that reach into a solid (001 W4.7), as often as segments are looked at. Sections must be
/// up to date.
void keep_samples_outside(const NearObstacles& near, Real s, const ObstacleWatch& watch, WispMotion& wisp);

/// Only places of particles and segments: for methods that look at velocities later. True when any was
/// inside.
bool push_outside(const NearObstacles& near, Real s, ObstacleWatch& watch, WispMotion& wisp);

/// [m] from the surface, negative inside; farther than `reach` any larger number.
Nearest nearest_obstacle(const NearObstacle& near, const Vec3& place, Real s, Real reach);

}  // namespace souple
