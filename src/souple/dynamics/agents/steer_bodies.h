// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Bodies choose the velocities of their corners, and agents heed the sides of bodies (002 F2.42, F2.45).
#pragma once

#include "souple/dynamics/agents/linear_programme.h"
#include "souple/dynamics/agents/near_sides.h"
#include "souple/dynamics/agents/orca_lines.h"

namespace souple {

/// Fills places and velocities of sides from corners; those that announce a body begin at its middle.
void place_sides(const CrowdPart& crowd, std::span<const Vec2> x, std::span<const Vec2> v,
                 CrowdBuffer& buffer);

/// Velocities of the corners of leading sections into `corner_next` [m/s]: towards the goal, away from walls
/// and from other bodies. Agents that are discs do not act on bodies.
void steer_bodies(const CrowdPart& crowd, const CrowdState& state, Real h, CrowdBuffer& buffer);

/// [m] how far away from an agent a side may matter.
Real sight_of_sides(const CrowdPart& crowd, const AgentGroup& group);

/// Turns the wanted velocity across the way of the nearest body that is announced here; false when there is
/// none.
bool flee_from_heralds(const CrowdPart& crowd, const CrowdBuffer& buffer, const AgentGroup& group,
                       const Vec2& p, const NearSides& sides, Vec2& wanted);

/// Lines of velocities that do not hit a side of a body before the horizon, with all of the duty.
void add_side_lines(const CrowdPart& crowd, const CrowdBuffer& buffer, const AgentGroup& group,
                    const MovingDisc& self, const NearSides& sides, HalfPlanes& planes);

/// [m/s^2] of the force fields around sides, those of the body `own` left out.
Vec2 repulsion_of_sides(const CrowdPart& crowd, const CrowdBuffer& buffer, const AgentGroup& group,
                        const Vec2& p, const Vec2& v, int own, const NearSides& sides);

}  // namespace souple
