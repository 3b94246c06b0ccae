// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Agents look around and choose their velocities; nobody moves.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "souple/core/parallel.h"
#include "souple/dynamics/agents/boids.h"
#include "souple/dynamics/agents/crowd_cells.h"
#include "souple/dynamics/agents/crowded_ways.h"
#include "souple/dynamics/agents/evade.h"
#include "souple/dynamics/agents/find_neighbours.h"
#include "souple/dynamics/agents/force_field.h"
#include "souple/dynamics/agents/orca_lines.h"
#include "souple/dynamics/agents/realm_crowd.h"
#include "souple/dynamics/agents/see_bodies.h"
#include "souple/dynamics/agents/see_crowds.h"
#include "souple/dynamics/agents/steer_bodies.h"
#include "souple/dynamics/scratch.h"
#include "souple/dynamics/step.h"
#include "souple/topology/environment/find_path.h"
#include "souple/topology/environment/tracking.h"

namespace souple {

namespace {

/// One crowd in one interval.
struct Steering {
    const CrowdPart& crowd;
    const CrowdState& state;
    CrowdBuffer& buffer;
    std::uint64_t shaking;  ///< where the random numbers of this step begin
    Real h;                 ///< [s]
};

void gather_agents(const CrowdPart& crowd, const Part& part, const CrowdState& memory, const State& state,
                   CrowdBuffer& buffer) {
    const int count = crowd.agent_count();
    for (auto* vectors : {&buffer.x, &buffer.v, &buffer.next}) vectors->resize(count);
    buffer.radius.resize(count);
    if (!crowd.bodies.empty()) buffer.alarmed.assign(count, 0);
    parallel_for(count, [&](int i) {
        const int point = part.points.begin + i;
        const bool gone = is_gone(crowd, memory, i);
        buffer.x[i] =
            gone ? Vec2::Constant(std::numeric_limits<Real>::quiet_NaN()) : ground_place(state.x[point]);
        buffer.v[i] = ground_place(state.v[point]);
        buffer.radius[i] = crowd.group(i).radius;
    });
    buffer.corner_x.resize(crowd.corner_count());
    buffer.corner_v.resize(crowd.corner_count());
    for (int k = 0; k < crowd.corner_count(); ++k) {
        buffer.corner_x[k] = ground_place(state.x[part.points.begin + count + k]);
        buffer.corner_v[k] = ground_place(state.v[part.points.begin + count + k]);
    }
}

Vec2 shaken(const Steering& s, int agent, const Vec2& wanted) {
    const Real noise = s.crowd.group(agent).noise;
    if (noise == 0) return wanted;
    Rng rng = noise_of(s.shaking, agent);
    return wanted + Vec2(rng.uniform(-noise, noise), rng.uniform(-noise, noise));
}

/// Who follows others keeps a time from them: the room to those ahead who go the same way bounds the speed
/// (Tordeux, Chraibi and Seyfried 2016).
Vec2 kept_behind(const CrowdBuffer& buffer, const AgentGroup& group, const Vec2& x, const Vec2& wanted,
                 const Neighbours& neighbours) {
    if (group.headway == 0) return wanted;
    const Real speed = wanted.norm();
    if (speed == 0) return wanted;
    const Vec2 ahead = wanted / speed, aside{-ahead.y(), ahead.x()};
    Real slowest = speed;
    for (int k = 0; k < neighbours.count; ++k) {
        const MovingDisc& other = buffer.discs[neighbours.found[k].slot];
        const Vec2 way = other.x - x;
        const Real touch = group.radius + other.radius;
        const bool leads = ahead.dot(way) > 0 && std::abs(aside.dot(way)) < touch;
        if (leads && ahead.dot(other.v) > 0)
            slowest = std::min(slowest, std::max(way.norm() - touch, Real(0)) / group.headway);
    }
    return slowest * ahead;
}

/// [m/s] towards the goal at hand; when a wall close ahead hides it, towards the first bend of the way there.
/// Others may lead somebody off the way that was found at first, and nothing needs to be remembered.
Vec2 around_walls(const Steering& s, const AgentGroup& group, int agent, const Vec2& x,
                  const Vec2& straight) {
    if (s.crowd.walls.empty() || !group.finds_way || straight.squaredNorm() == 0) return straight;
    const Range goals = s.crowd.goals[agent];
    const Vec2& goal = s.crowd.goal_places[goals.begin + std::min(s.state.goal[agent], goals.count - 1)];
    const Real reach = group.wall_horizon * group.max_speed + group.radius, length = (goal - x).norm();
    const Vec2 ahead = length > reach ? Vec2(x + reach / length * (goal - x)) : goal;
    const Registration& cells = s.buffer.cells;
    if (!track(cells.ground, cells.cell[agent], x, ahead).wall) return straight;
    for (const Vec2& bend : find_path(*s.crowd.ground, x, goal, 1.5 * group.radius))
        if (const Real way = (bend - x).norm(); way > group.radius / 2)  // (else it is there)
            return group.speed / way * (bend - x);
    return straight;
}

/// What an agent has to go by. One is used for many agents: it takes longer to clear than to fill.
struct Surroundings {
    Vec2 wanted;  ///< [m/s]
    Neighbours neighbours;
    NearSides sides;
    HalfPlanes planes;
    bool alarmed = false;
    bool has_goal = true;  ///< it wants to go somewhere
};

Real greatest_speed(const AgentGroup& group, bool alarmed) {
    return alarmed && group.alarm_speed > 0 ? group.alarm_speed : group.max_speed;
}

/// Four discs from anywhere: place and velocity of each are loaded at once.
LaneDiscs gather_discs(const std::array<const MovingDisc*, lane_count>& discs) {
    static_assert(sizeof(MovingDisc) == 3 * sizeof(Vec2));  // (nothing between place and velocity)
    std::array<Lanes, lane_count> rows;
    for (int lane = 0; lane < lane_count; ++lane) std::memcpy(&rows[lane], discs[lane], sizeof(Lanes));
    transpose(rows[0], rows[1], rows[2], rows[3]);
    return {rows[0], rows[1], rows[2], rows[3],
            Lanes{discs[0]->radius, discs[1]->radius, discs[2]->radius, discs[3]->radius}};
}

/// The lines of neighbours, four at a time. There is room behind the last one: they are as many as fit, or
/// fewer.
void add_neighbour_lines(const Steering& s, const AgentGroup& group, const MovingDisc& self,
                         const Neighbours& neighbours, HalfPlanes& planes) {
    static_assert(most_neighbours % lane_count == 0);
    for (int k = 0; k < neighbours.count; k += lane_count) {
        std::array<const MovingDisc*, lane_count> others;
        for (int lane = 0; lane < lane_count; ++lane)
            others[lane] = &s.buffer.discs[neighbours.found[std::min(k + lane, neighbours.count - 1)].slot];
        store_lines(lines_for(self, gather_discs(others), group.horizon, s.h),
                    &planes.lines[planes.count + k]);
    }
    planes.count += neighbours.count;
}

/// Whether everybody close ahead has a goal that lies less than 60 degrees off.
bool queues(const Steering& s, const MovingDisc& self, const Vec2& alone, const Neighbours& neighbours) {
    const int own = s.crowd.agent_count();
    for (int k = 0; k < neighbours.count; ++k) {
        const int agent = neighbours.found[k].agent;
        const MovingDisc& other = s.buffer.discs[neighbours.found[k].slot];
        const Vec2 way = other.x - self.x;
        if (way.dot(alone) <= 0 || way.norm() > 2 * (self.radius + other.radius)) continue;
        const Vec2 wants = agent < own ? wanted_velocity(s.crowd, s.state, agent, other.x, s.h)
                                       : s.buffer.other_wants[agent - own];
        if (wants.dot(alone) <= 0.5 * wants.norm() * alone.norm() + 1e-9) return false;
    }
    return true;
}

Vec2 choose_by_lines(const Steering& s, const AgentGroup& group, int slot, Surroundings& around) {
    const MovingDisc& self = s.buffer.discs[slot];
    HalfPlanes& planes = around.planes;
    planes.count = 0;
    if (!s.crowd.walls.empty())
        visit_walls(s.crowd, self.x, group.wall_horizon * group.max_speed + group.radius,
                    [&](const Wall& wall) {
                        const Vec2 side = wall.b - wall.a, to_me = self.x - wall.a;
                        const bool in_front = side.x() * to_me.y() - side.y() * to_me.x() >= 0;
                        if (in_front && planes.count < HalfPlanes::most - most_neighbours)
                            add_wall_line(self, wall.a, wall.b, group.wall_horizon, planes);
                    });
    planes.fixed = planes.count;
    add_neighbour_lines(s, group, self, around.neighbours, planes);
    add_side_lines(s.crowd, s.buffer, group, self, around.sides, planes);
    if (group.heeds_bodies) add_body_lines(group, self, s.buffer, s.h, planes);
    const Real most = greatest_speed(group, around.alarmed);
    const Vec2 straight = choose_velocity(planes, around.wanted, most);
    if (around.alarmed || !around.has_goal || group.side == 0) return straight;
    const int all = planes.count;
    planes.count = planes.fixed;
    const Vec2 alone = choose_velocity(planes, around.wanted, most);
    planes.count = all;
    return choose_aside(group, planes, alone, straight, self.v, most,
                        queues(s, self, alone, around.neighbours));
}

Vec2 choose_by_forces(const Steering& s, const AgentGroup& group, int slot, const Surroundings& around) {
    const Neighbours& neighbours = around.neighbours;
    const Vec2 x = s.buffer.discs[slot].x, v = s.buffer.discs[slot].v;
    Vec2 push = Vec2::Zero();
    if (group.behaviour == AvoidanceLaw::Boids) {
        push += flocking(group, x, v, neighbours, [&](const Neighbour& other) -> const MovingDisc& {
            return s.buffer.discs[other.slot];
        });
    } else {
        for (int k = 0; k < neighbours.count; ++k) {
            const MovingDisc& other = s.buffer.discs[neighbours.found[k].slot];
            push += repulsion_of_agent(group, x, v, other.x, other.v);
        }
    }
    const Vec2 by_people = push + repulsion_of_sides(s.crowd, s.buffer, group, x, v, -1, around.sides);
    push = by_people;
    if (!s.crowd.walls.empty())  // (an ellipse around a piece of two R is less than two R wide)
        visit_walls(s.crowd, x, 2 * group.influence, [&](const Wall& wall) {
            push += repulsion_of_wall(group, x, v, piece_near(wall, x, group.influence));
        });
    // what it would settle at, whatever its speed is now
    const Vec2 settled = around.wanted + group.relaxation * push;
    const Vec2 alone = settled - group.relaxation * by_people;
    // (who flees goes where it flees to)
    const bool evades = around.has_goal && !around.alarmed;
    const Real angle = evades ? angle_aside(group, alone, settled, v) : 0;
    push += (turned_aside(around.wanted, angle) - v) / group.relaxation;
    // (who is alarmed starts at once)
    const Vec2 next = around.alarmed ? Vec2(around.wanted + s.h * push) : Vec2(v + s.h * push);
    const Real speed = next.norm(), most = greatest_speed(group, around.alarmed);
    return speed > most ? Vec2(most / speed * next) : next;
}

Vec2 choose(const Steering& s, int slot, int block, Surroundings& around) {
    CellQueue& queue = s.buffer.queues[block];
    const int agent = s.buffer.grid.items[slot].index;
    const AgentGroup& group = s.crowd.group(agent);
    const Vec2 x = s.buffer.discs[slot].x;
    find_neighbours(s.crowd, s.buffer, slot, sight_of(group), group.max_neighbours, queue, around.neighbours);
    add_other_neighbours(s.crowd, s.buffer, x, around.neighbours);
    const Vec2 alone =
        group.crowding > 0
            ? wanted_on_way(s.crowd, s.state, s.buffer, agent, x, s.h, s.buffer.rooms[block])
            : around_walls(s, group, agent, x, wanted_velocity(s.crowd, s.state, agent, x, s.h));
    const Vec2 behind = kept_behind(s.buffer, group, x, alone, around.neighbours);
    around.wanted = shaken(s, agent, behind);
    around.has_goal = behind.squaredNorm() > 0;
    if (!s.crowd.bodies.empty()) {
        around.sides.count = 0;
        find_near_sides(s.buffer.cells, s.buffer.cells.cell[agent], x, sight_of_sides(s.crowd, group), queue,
                        around.sides);
        around.alarmed = flee_from_heralds(s.crowd, s.buffer, group, x, around.sides, around.wanted);
        s.buffer.alarmed[agent] = around.alarmed;
    }
    return group.behaviour == AvoidanceLaw::Orca ? choose_by_lines(s, group, slot, around)
                                                 : choose_by_forces(s, group, slot, around);
}

/// Crowd number c; all have been gathered.
void steer_crowd(const Model& model, int c, Real h, State& state, CrowdBuffers& buffers) {
    const CrowdPart& crowd = *model.crowds[c];
    const Part& part = model.parts[crowd.part];
    CrowdState& crowd_state = state.crowds[c];
    CrowdBuffer& buffer = buffers.of[c];
    place_sides(crowd, buffer.corner_x, buffer.corner_v, buffer);
    list_seen_bodies(model, crowd, state, buffer);
    const bool is_pushed = part.surface.touches != Touches::Nothing;  // (else nothing resists the legs)
    follow_cells(crowd, crowd_state, buffer);
    prepare_search(crowd, buffer);
    list_other_agents(model, c, state, h, buffers);
    find_crowded_ways(crowd, crowd_state, buffer);
    const Steering steering{crowd, crowd_state, buffer, state.parts[crowd.part].rng.next(), h};
    // in the order of the grid, so that neighbours are still in the cache
    const std::vector<PlaneGrid::Item>& order = buffer.grid.items;
    const int count = static_cast<int>(order.size());
    parallel_for(
        block_count(count),
        [&](int b) {
            Surroundings around;
            for (int n = b * agent_block; n < std::min(count, (b + 1) * agent_block); ++n)
                buffer.next[order[n].index] = choose(steering, n, b, around);
        },
        1);
    buffer.counts.alarmed = static_cast<int>(std::count(buffer.alarmed.begin(), buffer.alarmed.end(), 1));
    parallel_for(crowd.agent_count(), [&](int i) {
        Vec3& v = state.v[part.points.begin + i];
        if (is_gone(crowd, crowd_state, i)) {
            v.setZero();
            return;
        }
        if (is_pushed) buffer.next[i] = within_strength(crowd.group(i), buffer.v[i], buffer.next[i], h);
        v = {buffer.next[i].x(), 0, buffer.next[i].y()};
    });
}

}  // namespace

void steer(const Interval& interval, State& state, Scratch& scratch) {
    if (interval.model.crowds.empty()) return;
    const Zone zone(scratch.profile, Stage::Steer);
    CrowdBuffers& buffers = buffers_of(interval.model, scratch);
    const int count = static_cast<int>(interval.model.crowds.size());
    for (int c = 0; c < count; ++c) {  // (before anybody chooses: crowds see each other)
        const CrowdPart& crowd = *interval.model.crowds[c];
        if (crowd.realm) continue;
        const Stopwatch watch(buffers.of[c].times.behaviour);
        gather_agents(crowd, interval.model.parts[crowd.part], state.crowds[c], state, buffers.of[c]);
    }
    for (int c = 0; c < count; ++c) {
        const CrowdPart& crowd = *interval.model.crowds[c];
        if (crowd.realm) {
            const Stopwatch watch(buffers.of[c].times.behaviour);
            steer_in_realm(interval.model, crowd, state.crowds[c], state.parts[crowd.part].rng.next(),
                           interval.length, state, realm_buffer(buffers.of[c]));
            continue;
        }
        {
            const Stopwatch watch(buffers.of[c].times.behaviour);
            steer_crowd(interval.model, c, interval.length, state, buffers);
        }
        if (crowd.bodies.empty()) continue;
        const Stopwatch watch(buffers.of[c].times.polygon_agents);
        steer_bodies(crowd, state.crowds[c], interval.length, buffers.of[c]);
    }
}

}  // namespace souple
