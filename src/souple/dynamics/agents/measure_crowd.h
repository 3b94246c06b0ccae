// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Numbers about a crowd, for probes: who has arrived, who overlaps, how cells are used, whether lanes form.
#pragma once

#include "souple/dynamics/agents/crowd_buffers.h"
#include "souple/dynamics/world.h"

namespace souple {

/// The crowd of a part; null when the part is none.
const CrowdPart* crowd_of(const Model& model, int part);

/// Share of the agents that have reached their last goal.
Real arrived_share(const World& world, int part);
/// [m] how deep the worst pair of agents overlaps.
Real agent_overlap(const World& world, int part);
/// [m] how deep the worst agent reaches into a wall.
Real wall_overlap(const World& world, int part);
/// Share of the agents that went to another cell in the last interval.
Real cell_change_share(const World& world, int part);
/// Leaves of the environment, and their deepest level.
int cell_count(const World& world, int part);
int deepest_cell(const World& world, int part);
/// Mean level of the cells that agents are in, and of those that corners of bodies are in.
Real agent_cell_level(const World& world, int part);
Real body_cell_level(const World& world, int part);
/// Mean number of darts of a leaf.
Real darts_per_cell(const World& world, int part);
/// Bytes of the links of all levels of the cells, computed from the finest, by those of levels stored one by
/// one.
Real level_memory_share(const World& world, int part);
/// 1 when somebody is not written down in the cells that looking at everybody finds, or the State has another
/// cell; 0 before the first step.
int registration_fault(const World& world, int part);
/// Agents in space on the far side of a plane through three corners of a face of their own cell: who goes by
/// such planes would look for them next door.
int misled_by_planes(const World& world, int part);
/// [m] how far the worst agent or corner is from the cell it is written down in; of crowds in a realm.
Real off_cell(const World& world, int part);
/// [m/s] mean of the agents that are there.
Real mean_agent_speed(const World& world, int part);
/// Agents in a rectangle of the ground, its low sides included.
struct AgentsInside {
    int count = 0;
    Real speeds = 0;  ///< [m/s] added up
};
AgentsInside agents_inside(const World& world, int part, const Vec2& low, const Vec2& high);
/// How well agents are sorted by direction into lanes along x: in rows along x as wide as two agents, the
/// mean of
/// ((n+ - n-) / (n+ + n-))^2 over agents, by the sign of what they head for. 1: pure lanes; unsorted: about 1
/// / n.
Real lane_order(const World& world, int part);
/// Share of the time spent on splitting and merging cells.
Real multiresolution_share(const World& world, int part);
/// Agents that were found only by looking at all cells, in the last interval.
int search_count(const World& world, int part);
/// [m] how deep the worst agent reaches into a body.
Real body_overlap(const World& world, int part);
/// Share of the bodies that have reached their last goal.
Real bodies_arrived(const World& world, int part);
/// Agents that an announced body made flee, and those that a body had to push, in the last interval.
int alarmed_agents(const World& world, int part);
int struck_agents(const World& world, int part);

}  // namespace souple
