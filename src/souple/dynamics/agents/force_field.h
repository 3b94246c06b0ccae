// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The repulsion around agents and walls: k (R - d)^2 - z d' up to the distance R (002 F2.42).
#pragma once

#include "souple/dynamics/agents/crowd.h"

namespace souple {

/// [m/s^2] how strongly two things at a distance d [m] that changes by `rate` [m/s] push each other apart;
/// may pull when they part quickly.
Real repulsion(const AgentGroup& group, Real d, Real rate);

/// [m/s^2] on an agent at p with velocity v by another.
Vec2 repulsion_of_agent(const AgentGroup& group, const Vec2& p, const Vec2& v, const Vec2& other,
                        const Vec2& other_velocity);
Vec3 repulsion_of_agent(const AgentGroup& group, const Vec3& p, const Vec3& v, const Vec3& other,
                        const Vec3& other_velocity);

/// [m/s^2] by a wall: lines of equal force are ellipses around its ends.
Vec2 repulsion_of_wall(const AgentGroup& group, const Vec2& p, const Vec2& v, const Wall& wall);

/// The piece of a wall within `reach` [m] of the place nearest to p: a long wall acts by that piece, as its
/// ellipses would be as wide as a street.
Wall piece_near(const Wall& wall, const Vec2& p, Real reach);

}  // namespace souple
