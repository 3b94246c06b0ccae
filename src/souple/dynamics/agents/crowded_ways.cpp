// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/crowded_ways.h"

#include <algorithm>
#include <cmath>

#include "souple/core/parallel.h"
#include "souple/topology/walks.h"

namespace souple {

namespace {

void count_people(const CrowdPart& crowd, const CrowdState& state, CrowdBuffer& buffer) {
    const Environment& ground = *crowd.ground;
    buffer.people.assign(ground.map.faces.slot_count(), 0);
    for (int i = 0; i < crowd.agent_count(); ++i)
        if (is_there(buffer.x[i])) ++buffer.people[state.cell[i].root];
    for_each_face(ground.map, [&](Face f) { buffer.people[f.index] /= area_of(ground, f); });
}

/// A metre in a cell counts as so many.
Real weight_of(const CrowdBuffer& buffer, const CrowdedGoal& goal, Face cell) {
    return 1 + goal.crowding * buffer.people[cell.index];
}

/// From the goal outwards, side by side, the nearest first.
void find_field(const Environment& ground, const CrowdBuffer& buffer, const CrowdedGoal& goal,
                WayField& field) {
    field.cost.assign(ground.map.darts.slot_count(), INFINITY);
    field.next.assign(field.cost.size(), -1);
    field.open.clear();
    const auto is_later = [](const WayField::Entry& a, const WayField::Entry& b) {
        return a.cost > b.cost || (a.cost == b.cost && a.side > b.side);
    };
    // the sides of other cells that lead into this one
    const auto reach = [&](Face cell, const Vec2& place, Real cost, int next) {
        const Real weight = weight_of(buffer, goal, cell);
        for_each_dart(ground.map, cell, [&](Dart inside) {
            const Dart side = phi2(ground.map, inside);
            if (is_border(ground.map, side) || !can_pass(ground, side)) return;
            const Real way = cost + weight * (middle_of(ground, side) - place).norm();
            if (way >= field.cost[side.index]) return;
            field.cost[side.index] = way;
            field.next[side.index] = next;
            field.open.push_back({way, side.index});
            std::push_heap(field.open.begin(), field.open.end(), is_later);
        });
    };
    reach(goal.cell, goal.place, 0, -1);
    while (!field.open.empty()) {
        const WayField::Entry entry = field.open.front();
        std::pop_heap(field.open.begin(), field.open.end(), is_later);
        field.open.pop_back();
        if (entry.cost > field.cost[entry.side]) continue;
        const Dart side{entry.side};
        reach(face_of(ground.map, side), middle_of(ground, side), entry.cost, entry.side);
    }
}

/// The sides to go through first; false when the goal is in the same cell, or no way is known.
bool list_sides(const Environment& ground, const CrowdBuffer& buffer, const CrowdedGoal& goal,
                const WayField& field, Face cell, const Vec2& x, std::vector<Dart>& sides) {
    constexpr int looked_ahead = 16;  // (a bend that is farther away than so many cells can wait)
    sides.clear();
    if (cell == goal.cell) return false;
    const Real weight = weight_of(buffer, goal, cell);
    Real least = INFINITY;
    int first = -1;
    for_each_dart(ground.map, cell, [&](Dart d) {
        const Real way = field.cost[d.index] + weight * (middle_of(ground, d) - x).norm();
        if (way >= least) return;
        least = way;
        first = d.index;
    });
    for (int d = first; d >= 0 && sides.size() < looked_ahead; d = field.next[d]) sides.push_back(Dart{d});
    return !sides.empty();
}

}  // namespace

void find_crowded_ways(const CrowdPart& crowd, const CrowdState& state, CrowdBuffer& buffer) {
    // (who minds crowds asks for his room even if nobody has a goal)
    buffer.rooms.resize(block_count(crowd.agent_count()));
    if (crowd.crowded_goals.empty()) return;
    count_people(crowd, state, buffer);
    buffer.ways.resize(crowd.crowded_goals.size());
    parallel_for(
        static_cast<int>(crowd.crowded_goals.size()),
        [&](int k) { find_field(*crowd.ground, buffer, crowd.crowded_goals[k], buffer.ways[k]); }, 1);
}

Vec2 wanted_on_way(const CrowdPart& crowd, const CrowdState& state, const CrowdBuffer& buffer, int agent,
                   const Vec2& x, Real h, PathRoom& room) {
    const Vec2 straight = wanted_velocity(crowd, state, agent, x, h);
    const Range goals = crowd.goals[agent];
    if (goals.empty()) return straight;
    const int number = crowd.crowded_goal_of[goals.begin + std::min(state.goal[agent], goals.count - 1)];
    const CrowdedGoal& goal = crowd.crowded_goals[number];
    const WayField& field = buffer.ways[number];
    const Face cell{state.cell[agent].root};
    if (!list_sides(*crowd.ground, buffer, goal, field, cell, x, room.sides)) return straight;
    const bool sees_goal = field.next[room.sides.back().index] < 0;
    const AgentGroup& group = crowd.group(agent);
    pull_tight(*crowd.ground, cell, x, sees_goal ? goal.place : middle_of(*crowd.ground, room.sides.back()),
               1.5 * group.radius, room);
    // a bend that it stands on is behind it
    Vec2 way = Vec2::Zero();
    for (const PathBend& bend : room.bends) {
        way = bend.place - x;
        if (way.squaredNorm() > group.radius * group.radius) break;
    }
    const Real length = way.norm();
    return length > 0 ? Vec2(group.speed / length * way) : straight;
}

}  // namespace souple
