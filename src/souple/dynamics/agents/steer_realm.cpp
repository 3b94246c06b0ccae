// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Agents in a realm look around and choose their velocities; nobody moves.
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "souple/core/parallel.h"
#include "souple/core/rng.h"
#include "souple/dynamics/agents/boids.h"
#include "souple/dynamics/agents/evade.h"
#include "souple/dynamics/agents/find_neighbours.h"
#include "souple/dynamics/agents/force_field.h"
#include "souple/dynamics/agents/orca_lines.h"
#include "souple/dynamics/agents/realm_cells.h"
#include "souple/dynamics/agents/realm_crowd.h"
#include "souple/dynamics/agents/see_bodies.h"

namespace souple {

Vec3 unit_across(const Vec3& n) {
    int least = 0;
    n.cwiseAbs().minCoeff(&least);
    return n.cross(Vec3::Unit(least)).normalized();
}

namespace {

constexpr int realm_block = 32;  // agents that one thread looks after at a time

/// One crowd in one interval.
template <class Ground>
struct RealmSteering {
    const CrowdPart& crowd;
    const CrowdState& memory;
    const RealmCells<Ground>& cells;
    const RealmBuffer& buffer;
    std::uint64_t shaking = 0;
    Real h = 0;  ///< [s]

    Vec3 along_ground(int i, const Vec3& a) const { return along(cells.reg.ground, cells.places[i], a); }
};

/// Half of the longer side at a corner of a body: neighbours leave no gap.
Real corner_radius(const CrowdPart& crowd, int corner) {
    for (const BodySection& section : crowd.sections) {
        const Range c = section.corners;
        if (corner < c.begin || corner >= c.end()) continue;
        const int k = corner - c.begin;
        const auto rest = [&](int n) { return crowd.rest_corners[c.begin + (n + c.count) % c.count]; };
        return 0.5 * std::max((rest(k + 1) - rest(k)).norm(), (rest(k) - rest(k - 1)).norm());
    }
    return 0;
}

void gather_points(const CrowdPart& crowd, const Part& part, const CrowdState& memory, const State& state,
                   RealmBuffer& buffer) {
    const int agents = crowd.agent_count(), count = agents + crowd.corner_count();
    if (static_cast<int>(buffer.radius.size()) != count) {
        buffer.radius.resize(count);
        for (int i = 0; i < count; ++i)
            buffer.radius[i] = i < agents ? crowd.group(i).radius : corner_radius(crowd, i - agents);
    }
    for (auto* vectors : {&buffer.x, &buffer.v, &buffer.next}) vectors->resize(count);
    buffer.there.resize(count);
    buffer.asked.resize(agents);
    parallel_for(count, [&](int i) {
        buffer.there[i] = i >= agents || !is_gone(crowd, memory, i);
        buffer.x[i] = state.x[part.points.begin + i];
        buffer.v[i] = state.v[part.points.begin + i];
        buffer.next[i].setZero();
    });
}

/// The point that an agent heads for, among all that are goals; -1: none.
int goal_at_hand(const CrowdPart& crowd, const CrowdState& memory, int i) {
    const Range goals = crowd.goals[i];
    return goals.empty() ? -1 : goals.begin + std::min(memory.goal[i], goals.count - 1);
}

/// [m/s] what an agent would do if it were alone.
template <class Ground>
Vec3 wanted_in_realm(const RealmSteering<Ground>& s, int i) {
    const Range goals = s.crowd.goals[i];
    if (goals.empty()) return Vec3::Zero();
    const AgentGroup& group = s.crowd.group(i);
    const int goal = std::min(s.memory.goal[i], goals.count - 1);
    const Vec3 straight = s.crowd.goal_points[goals.begin + goal] - s.buffer.x[i];
    const Vec3 way = s.along_ground(i, straight);
    const Real distance = straight.norm(), length = way.norm();
    if (goal + 1 == goals.count && !group.loops && distance <= group.speed * s.h) return way / s.h;
    if (length > 1e-9 * distance) return group.speed / length * way;
    // straight through the ground, as on the other side of a planet: every way is as good
    return distance > 0 ? Vec3(group.speed * unit_across(straight / distance)) : Vec3(Vec3::Zero());
}

/// Whether heading straight for the goal at hand may be wrong: the surface winds, or a wall close ahead hides
/// it.
bool asks_for_way(const RealmSteering<CurvedGround>& s, int i) {
    const AgentGroup& group = s.crowd.group(i);
    const int goal = goal_at_hand(s.crowd, s.memory, i);
    if (goal < 0 || !group.finds_way || s.memory.goal[i] >= s.crowd.goals[i].count) return false;
    if (s.crowd.winds) return true;
    const Real reach = group.wall_horizon * group.max_speed + group.radius;
    if ((s.crowd.goal_points[goal] - s.buffer.x[i]).norm() <= reach) return false;
    const Vec3 straight = wanted_in_realm(s, i);
    const Real speed = straight.norm();
    return speed > 0 && walk(s.cells.reg.ground, s.cells.places[i], reach / speed * straight).stopped;
}
bool asks_for_way(const RealmSteering<Space>&, int) { return false; }

/// Searches the ways to goals that somebody asks for and that are not known yet: once for all who go there.
void find_asked_ways(const CrowdPart& crowd, const CrowdState& memory, RealmBuffer& buffer) {
    const auto* first = std::get_if<CurvedGround>(&crowd.realm->ground);
    buffer.ways.resize(first ? crowd.distinct_goals.size() : 0);
    std::vector<int> wanted;
    for (int i = 0; i < crowd.agent_count(); ++i)
        if (buffer.asked[i]) wanted.push_back(crowd.place_of_goal[goal_at_hand(crowd, memory, i)]);
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    std::erase_if(wanted, [&](int place) { return buffer.ways[place].root >= 0; });
    parallel_for(
        static_cast<int>(wanted.size()),
        [&](int k) { buffer.ways[wanted[k]] = find_ways_to(*first, crowd.distinct_goals[wanted[k]]); }, 1);
}

/// Who asked for the way heads for a place a little ahead on it.
template <class Ground>
Vec3 on_way(const RealmSteering<Ground>& s, int i, const Vec3& straight) {
    if constexpr (std::is_same_v<Ground, CurvedGround>) {
        if (!s.buffer.asked[i]) return straight;
        const AgentGroup& group = s.crowd.group(i);
        const int goal = goal_at_hand(s.crowd, s.memory, i);
        const SurfaceWays& ways = s.buffer.ways[s.crowd.place_of_goal[goal]];
        const CurvedGround& first = std::get<CurvedGround>(s.crowd.realm->ground);
        // (so far that the middles of sides do not make it zigzag, and not around the next corner)
        const Real ahead = 4 * group.radius;
        const Vec3 x = s.buffer.x[i];
        const Vec3 place = place_ahead(first, ways, s.memory.cell[i].root, x, ahead);
        if (place == ways.goal) return straight;
        const Vec3 way = s.along_ground(i, place - x);
        if (const Real length = way.norm(); length > 0) return group.speed / length * way;
    }
    return straight;
}

Vec3 up_of(const RealmCells<CurvedGround>& cells, int i, const Vec3&) {
    return normal_of(cells.reg.ground, cells.places[i].root);
}
Vec3 up_of(const RealmCells<Space>&, int, const Vec3& wanted) { return up_in_space(wanted); }

template <class Ground>
Vec3 shaken_in_realm(const RealmSteering<Ground>& s, int i, const Vec3& wanted) {
    const Real noise = s.crowd.group(i).noise;
    if (noise == 0) return wanted;
    Rng rng = noise_of(s.shaking, i);
    const Real x = rng.uniform(-noise, noise), y = rng.uniform(-noise, noise);
    return wanted + s.along_ground(i, {x, y, rng.uniform(-noise, noise)});
}

/// [m/s] what walls alone leave of a velocity: who is stopped slides along them.
Vec3 left_by_walls(const RealmSteering<CurvedGround>& s, int i, const Vec3& v) {
    const CurvedGround& ground = s.cells.reg.ground;
    if (!walk(ground, s.cells.places[i], s.h * v).stopped) return v;
    const RealmEnd<CurvedGround> end =
        go(ground, s.cells.reg.cell[i], s.cells.places[i], s.buffer.x[i], s.h * v);
    return s.along_ground(i, end.movement / s.h);
}
Vec3 left_by_walls(const RealmSteering<Space>& s, int i, const Vec3& v) {
    const Space& space = s.cells.reg.ground;
    const VolumeCell cell{s.cells.reg.cell[i]};
    const Vec3& x = s.buffer.x[i];
    if (!track(space, dart_of(space.map, cell), x, x + s.h * v).wall) return v;
    return (walk_along_walls(space, cell, x, x + s.h * v).place - x) / s.h;
}

/// Whether everybody close ahead has a goal that lies less than 60 degrees off: then one waits.
template <class Ground>
bool queues_in_realm(const RealmSteering<Ground>& s, int i, const Vec3& alone, const Neighbours& around) {
    for (int k = 0; k < around.count; ++k) {
        const int other = around.found[k].agent;
        const Vec3 way = s.buffer.x[other] - s.buffer.x[i];
        if (way.dot(alone) <= 0 || way.norm() > 2 * (s.buffer.radius[i] + s.buffer.radius[other])) continue;
        if (other >= s.crowd.agent_count()) return false;  // (bodies do not queue)
        const Vec3 wants = s.along_ground(i, on_way(s, other, wanted_in_realm(s, other)));
        if (wants.dot(alone) <= 0.5 * wants.norm() * alone.norm() + 1e-9) return false;
    }
    return true;
}

struct PlaceAndVelocity {
    Vec3 x, v;  ///< [m], [m/s]
};

template <class Ground>
Vec3 choose_by_push(const RealmSteering<Ground>& s, int i, const Vec3& wanted, const Neighbours& around) {
    const AgentGroup& group = s.crowd.group(i);
    const Vec3 &x = s.buffer.x[i], &v = s.buffer.v[i];
    Vec3 push = Vec3::Zero();
    if (group.behaviour == AvoidanceLaw::Boids) {
        push += flocking(group, x, v, around, [&](const Neighbour& other) {
            return PlaceAndVelocity{s.buffer.x[other.agent], s.buffer.v[other.agent]};
        });
    } else {
        for (int k = 0; k < around.count; ++k) {
            const int other = around.found[k].agent;
            push += repulsion_of_agent(group, x, v, s.buffer.x[other], s.buffer.v[other]);
        }
    }
    // what it would settle at, whatever its speed is now
    const Vec3 settled = s.along_ground(i, wanted + group.relaxation * push);
    const Real angle = angle_aside(group, left_by_walls(s, i, wanted), settled, v);
    push += (turned_aside(wanted, angle, up_of(s.cells, i, wanted)) - v) / group.relaxation;
    return s.along_ground(i, v + s.h * push);
}

/// Half-planes in the plane of the ground below the agent. Others are turned into it at their distance.
Vec3 choose_by_planes(const RealmSteering<CurvedGround>& s, int i, const Vec3& wanted,
                      const Neighbours& around) {
    const AgentGroup& group = s.crowd.group(i);
    const BodyPlane plane =
        plane_across(s.buffer.x[i], normal_of(s.cells.reg.ground, s.cells.places[i].root));
    const auto flat = [&](const Vec3& a) { return Vec2(a.dot(plane.a), a.dot(plane.b)); };
    const MovingDisc self{Vec2::Zero(), flat(s.buffer.v[i]), s.buffer.radius[i]};
    HalfPlanes planes;
    for (int k = 0; k < around.count; ++k) {
        const int other = around.found[k].agent;
        Vec2 place = plane.in_plane(s.buffer.x[other]);
        if (const Real length = place.norm(); length > 0)
            place *= std::sqrt(around.found[k].squared) / length;
        planes.add(
            line_for(self, {place, flat(s.buffer.v[other]), s.buffer.radius[other]}, group.horizon, s.h));
    }
    if (group.heeds_bodies) add_body_lines(group, self, plane, s.buffer, s.h, planes);
    const Vec2 straight = choose_velocity(planes, flat(wanted), group.max_speed);
    const Vec2 alone = choose_velocity({}, flat(left_by_walls(s, i, wanted)), group.max_speed);
    const bool waits = queues_in_realm(s, i, plane.in_world(alone), around);
    return plane.in_world(choose_aside(group, planes, alone, straight, self.v, group.max_speed, waits));
}

template <class Ground>
Vec3 choose_in_realm(const RealmSteering<Ground>& s, int i, CellQueue& queue) {
    const AgentGroup& group = s.crowd.group(i);
    const Real sight = sight_of(group);
    // sorted by distance and number: sums do not depend on how cells are numbered
    Neighbours around;
    around.most = group.max_neighbours;
    around.squared_radius = sight * sight;
    if (around.most > 0)
        visit_near(s.cells.reg, s.cells.reg.cell[i], s.buffer.x[i], sight, queue, [&](int other) {
            if (other != i) around.add({(s.buffer.x[other] - s.buffer.x[i]).squaredNorm(), other});
        });
    const Vec3 wanted = shaken_in_realm(s, i, on_way(s, i, wanted_in_realm(s, i)));
    if constexpr (std::is_same_v<Ground, CurvedGround>)
        if (group.behaviour == AvoidanceLaw::Orca) return choose_by_planes(s, i, wanted, around);
    const Vec3 next = choose_by_push(s, i, wanted, around);
    const Real speed = next.norm();
    return speed > group.max_speed ? Vec3(group.max_speed / speed * next) : next;
}

}  // namespace

void steer_in_realm(const Model& model, const CrowdPart& crowd, const CrowdState& memory,
                    std::uint64_t shaking, Real h, State& state, RealmBuffer& buffer) {
    const Part& part = model.parts[crowd.part];
    follow_realm(crowd, memory, buffer);
    list_seen_bodies(model, crowd, state, buffer);
    gather_points(crowd, part, memory, state, buffer);
    const int agents = crowd.agent_count(), count = static_cast<int>(buffer.x.size());
    const int blocks = (agents + realm_block - 1) / realm_block;
    buffer.queues.resize(blocks);
    std::visit(
        [&]<class Ground>(RealmCells<Ground>& cells) {
            parallel_for(count, [&](int i) {
                cells.places[i] = place_at(cells.reg.ground, memory.cell[i].root, buffer.x[i]);
            });
            const RealmSteering<Ground> steering{crowd, memory, cells, buffer, shaking, h};
            parallel_for(agents,
                         [&](int i) { buffer.asked[i] = buffer.there[i] && asks_for_way(steering, i); });
            find_asked_ways(crowd, memory, buffer);
            parallel_for(
                blocks,
                [&](int b) {
                    for (int i = b * realm_block; i < std::min(agents, (b + 1) * realm_block); ++i)
                        if (buffer.there[i]) buffer.next[i] = choose_in_realm(steering, i, buffer.queues[b]);
                },
                1);
        },
        buffer.cells);
    const bool is_pushed = part.surface.touches != Touches::Nothing;  // (else nothing resists the legs)
    for (int i = 0; i < agents; ++i) {
        if (is_pushed && buffer.there[i])
            buffer.next[i] = within_strength(crowd.group(i), buffer.v[i], buffer.next[i], h);
        state.v[part.points.begin + i] = buffer.next[i];
    }
    if (!crowd.bodies.empty()) steer_realm_bodies(crowd, memory, h, buffer);
}

}  // namespace souple
