// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Agents look around and choose their velocities; nobody moves.
#include <algorithm>
#include <cmath>
#include <limits>

#include "souple/core/parallel.h"
#include "souple/dynamics/agents/boids.h"
#include "souple/dynamics/agents/crowd_cells.h"
#include "souple/dynamics/agents/find_neighbours.h"
#include "souple/dynamics/agents/force_field.h"
#include "souple/dynamics/agents/orca_lines.h"
#include "souple/dynamics/agents/see_bodies.h"
#include "souple/dynamics/step.h"

namespace souple {

namespace {

/// One crowd in one interval.
struct Steering {
    const CrowdPart& crowd;
    const CrowdState& state;
    const CrowdBuffer& buffer;
    std::uint64_t shaking;  ///< where the random numbers of this step begin
    Real h;                 ///< [s]
};

void gather_agents(const CrowdPart& crowd, const Part& part, const CrowdState& memory, const State& state,
                   CrowdBuffer& buffer) {
    const int count = crowd.agent_count();
    for (auto* vectors : {&buffer.x, &buffer.v, &buffer.next}) vectors->resize(count);
    buffer.radius.resize(count);
    parallel_for(count, [&](int i) {
        const int point = part.points.begin + i;
        const bool gone = is_gone(crowd, memory, i);
        buffer.x[i] =
            gone ? Vec2::Constant(std::numeric_limits<Real>::quiet_NaN()) : ground_place(state.x[point]);
        buffer.v[i] = ground_place(state.v[point]);
        buffer.radius[i] = crowd.group(i).radius;
    });
}

/// Numbers of an agent in a step do not depend on the others.
Vec2 shaken(const Steering& s, int agent, const Vec2& wanted) {
    const Real noise = s.crowd.group(agent).noise;
    if (noise == 0) return wanted;
    Rng rng{s.shaking + 0x632be59bd9b4e019ull * static_cast<std::uint64_t>(agent + 1)};
    rng.next();
    return wanted + Vec2(rng.uniform(-noise, noise), rng.uniform(-noise, noise));
}

Vec2 choose_by_lines(const Steering& s, int agent, const Vec2& wanted, const Neighbours& neighbours) {
    const AgentGroup& group = s.crowd.group(agent);
    const MovingDisc self{s.buffer.x[agent], s.buffer.v[agent], group.radius};
    HalfPlanes planes;
    if (!s.crowd.walls.empty())
        visit_walls(s.crowd, self.x, group.wall_horizon * group.max_speed + group.radius,
                    [&](const Wall& wall) {
                        const Vec2 side = wall.b - wall.a, to_me = self.x - wall.a;
                        const bool in_front = side.x() * to_me.y() - side.y() * to_me.x() >= 0;
                        if (in_front && planes.count < HalfPlanes::most - most_neighbours)
                            add_wall_line(self, wall.a, wall.b, group.wall_horizon, planes);
                    });
    planes.fixed = planes.count;
    for (int k = 0; k < neighbours.count; ++k) {
        const int other = neighbours.found[k].agent;
        planes.add(line_for(self, {s.buffer.x[other], s.buffer.v[other], s.buffer.radius[other]},
                            group.horizon, s.h));
    }
    if (group.heeds_bodies) add_body_lines(group, self, s.buffer.bodies, s.h, planes);
    return choose_velocity(planes, wanted, group.max_speed);
}

Vec2 choose_by_forces(const Steering& s, int agent, const Vec2& wanted, const Neighbours& neighbours) {
    const AgentGroup& group = s.crowd.group(agent);
    const Vec2 x = s.buffer.x[agent], v = s.buffer.v[agent];
    Vec2 push = (wanted - v) / group.relaxation;
    if (group.behaviour == AvoidanceLaw::Boids) {
        push += flocking(group, s.buffer, agent, neighbours);
    } else {
        for (int k = 0; k < neighbours.count; ++k) {
            const int other = neighbours.found[k].agent;
            push += repulsion_of_agent(group, x, v, s.buffer.x[other], s.buffer.v[other]);
        }
    }
    if (!s.crowd.walls.empty())  // (an ellipse around a piece of two R is less than two R wide)
        visit_walls(s.crowd, x, 2 * group.influence, [&](const Wall& wall) {
            push += repulsion_of_wall(group, x, v, piece_near(wall, x, group.influence));
        });
    const Vec2 next = v + s.h * push;
    const Real speed = next.norm();
    return speed > group.max_speed ? Vec2(group.max_speed / speed * next) : next;
}

Vec2 choose(const Steering& s, int agent, CellQueue& queue) {
    const AgentGroup& group = s.crowd.group(agent);
    const Vec2 wanted = shaken(s, agent, wanted_velocity(s.crowd, s.state, agent, s.buffer.x[agent], s.h));
    Neighbours neighbours;
    const Real sight = group.behaviour == AvoidanceLaw::ForceField
                           ? std::min(group.influence, group.neighbour_distance)
                           : group.neighbour_distance;
    find_neighbours(s.crowd, s.buffer, agent, sight, group.max_neighbours, queue, neighbours);
    return group.behaviour == AvoidanceLaw::Orca ? choose_by_lines(s, agent, wanted, neighbours)
                                                 : choose_by_forces(s, agent, wanted, neighbours);
}

void steer_crowd(const Model& model, const CrowdPart& crowd, const Part& part, Real h, PartMemory& memory,
                 CrowdState& crowd_state, State& state, CrowdBuffer& buffer) {
    gather_agents(crowd, part, crowd_state, state, buffer);
    list_seen_bodies(model, crowd, state, buffer.bodies);
    const bool is_pushed = part.surface.touches != Touches::Nothing;  // (else nothing resists the legs)
    follow_cells(crowd, crowd_state, buffer);
    prepare_search(crowd, buffer);
    const Steering steering{crowd, crowd_state, buffer, memory.rng.next(), h};
    // in the order of the grid, so that neighbours are still in the cache
    const std::vector<PlaneGrid::Item>& order = buffer.grid.items;
    const int count = static_cast<int>(order.size());
    parallel_for(
        block_count(count),
        [&](int b) {
            for (int n = b * agent_block; n < std::min(count, (b + 1) * agent_block); ++n)
                buffer.next[order[n].index] = choose(steering, order[n].index, buffer.queues[b]);
        },
        1);
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
    for (std::size_t c = 0; c < interval.model.crowds.size(); ++c) {
        const CrowdPart& crowd = *interval.model.crowds[c];
        const Stopwatch watch(buffers.of[c].times.behaviour);
        steer_crowd(interval.model, crowd, interval.model.parts[crowd.part], interval.length,
                    state.parts[crowd.part], state.crowds[c], state, buffers.of[c]);
    }
}

}  // namespace souple
