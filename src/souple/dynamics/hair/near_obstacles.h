// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The solids that a wisp can reach during an interval, and how far they are (001 W4.4).
#pragma once

#include <algorithm>
#include <array>

#include "souple/dynamics/hair/wisp_motion.h"

namespace souple {

/// An obstacle that a wisp may reach during an interval.
struct NearObstacle {
    const Obstacle* obstacle = nullptr;
    const ObstacleMotion* motion = nullptr;
    bool moves = false;
    bool upright = false;                            ///< neither it nor its coordinates are turned
    bool round = false;                              ///< an upright ellipsoid or sphere, as below
    Real speed = 0;                                  ///< [m/s] no spot of it is faster
    Vec3 centre = Vec3::Zero(), way = Vec3::Zero();  ///< [m] where it is at s = 0, and goes until s = 1
    Vec3 inverse_radii = Vec3::Zero();               ///< [1/m]
    Real least_radius = 0;                           ///< [m]
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

/// By lane, since neighbours may be near others.
template <class L>
using NearSolids = std::array<NearObstacles, L::count>;

constexpr Real obstacle_look = 0.05;  ///< [m] how far a particle asks around

/// How a wisp sees an obstacle, in an interval of `length` [s].
NearObstacle make_near(const Obstacle& obstacle, const ObstacleMotion& motion, Real length);

/// Copies a wisp out of the world into a lane, with the obstacles that it can meet in the control's interval.
template <class L>
void load_wisp_and_obstacles(const Model& model, const Control& control, const Hair& hair, int slot,
                             const State& state, WispMotionOf<L>& wisp, NearSolids<L>& near, int lane = 0);

/// [m] from the surface, negative inside; farther than `reach` any larger number. Of round ones never more
/// than it is.
Nearest nearest_obstacle(const NearObstacle& near, const Vec3& place, Real s, Real reach);

/// Whether a place is in it: much quicker than how deep, which is then less than 0 from the surface.
bool is_in_obstacle(const NearObstacle& near, const Vec3& place, Real s);

/// Fraction of the way from p, outside, to e at which an obstacle begins; 1 when it does not.
Real way_to_obstacle(const NearObstacle& near, const Vec3& p, const Vec3& e, Real s);

/// [m/s] of the solid at a place, in an interval of `length` [s].
Vec3 obstacle_velocity(const NearObstacle& near, const Vec3& place, Real s, Real length);

/// [m] the widest sample around particle i of the wisp in a lane.
template <class L>
Real widest_sample(const WispMotionOf<L>& wisp, int lane, int i) {
    Real most = 0;
    for (int k = 0; k < wisp.samples; ++k) most = std::max(most, lane_of(wisp.radius_of(i, k), lane));
    return most;
}

}  // namespace souple
