// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Agents in a realm move: they are kept apart, walls stop them, and cells and goals follow.
#include <algorithm>

#include "souple/core/hash.h"
#include "souple/core/parallel.h"
#include "souple/dynamics/agents/body_shape.h"
#include "souple/dynamics/agents/realm_cells.h"
#include "souple/dynamics/agents/realm_crowd.h"

namespace souple {

namespace {

/// Everybody that an agent might touch in this step, by number.
template <class Ground>
void list_near(const CrowdPart& crowd, const RealmCells<Ground>& cells, Real h, RealmBuffer& buffer) {
    const int agents = crowd.agent_count(), blocks = static_cast<int>(buffer.queues.size());
    Real fastest = 0;
    for (const AgentGroup& group : crowd.groups) fastest = std::max(fastest, group.max_speed);
    buffer.near.resize(agents);
    parallel_for(
        blocks,
        [&](int b) {
            for (int i = b; i < agents; i += blocks) {
                std::vector<int>& near = buffer.near[i];
                near.clear();
                if (!buffer.there[i]) continue;
                const Real reach = buffer.radius[i] + crowd.largest_radius + 2 * h * fastest;
                visit_near(cells.reg, cells.reg.cell[i], buffer.x[i], reach, buffer.queues[b], [&](int k) {
                    if (k == i || k >= agents) return;
                    if ((buffer.x[k] - buffer.x[i]).squaredNorm() <= reach * reach) near.push_back(k);
                });
                std::sort(near.begin(), near.end());
            }
        },
        1);
}

/// [m] half of the way out of everybody an agent overlaps, in the mean; tells how deep the worst is.
Vec3 way_out(const RealmBuffer& buffer, int i, Real& deepest) {
    Vec3 sum = Vec3::Zero();
    int count = 0;
    deepest = 0;
    for (const int k : buffer.near[i]) {
        const Vec3 apart = buffer.next[i] - buffer.next[k];
        const Real d = apart.norm(), depth = buffer.radius[i] + buffer.radius[k] - d;
        if (depth <= 0) continue;
        const Vec3 direction = d > 0 ? Vec3(apart / d) : Vec3(i < k ? -1 : 1, 0, 0);
        sum += 0.5 * depth * direction;
        deepest = std::max(deepest, depth);
        ++count;
    }
    return count > 1 ? Vec3(sum / count) : sum;
}

/// All at once, sweep by sweep: the same on any number of threads.
int separate_in_realm(const CrowdPart& crowd, RealmBuffer& buffer, Real& overlap) {
    const int agents = crowd.agent_count();
    std::vector<Vec3>& push = buffer.push;
    push.resize(agents);
    buffer.depth.resize(agents);
    int sweep = 0;
    for (; sweep < crowd.contact_sweeps; ++sweep) {
        parallel_for(
            agents,
            [&](int i) {
                buffer.depth[i] = 0;
                push[i] = buffer.there[i] ? way_out(buffer, i, buffer.depth[i]) : Vec3(Vec3::Zero());
            },
            256);
        overlap = *std::max_element(buffer.depth.begin(), buffer.depth.end());
        if (overlap <= 2 * crowd.contact_depth * crowd.largest_radius) break;
        parallel_for(agents, [&](int i) { buffer.next[i] += push[i]; });
    }
    return sweep;
}

/// Who is in a body or touches one gets out of it, in the plane of that body. Returns how many did.
int leave_bodies(const CrowdPart& crowd, const RealmCells<CurvedGround>& cells, Real h, RealmBuffer& buffer) {
    int struck = 0;
    for (const BodySection& section : crowd.sections) {
        const int first = crowd.agent_count() + section.corners.begin, count = section.corners.count;
        const BodyPlane plane = plane_of_body(cells.reg.ground, std::span(cells.places).subspan(first, count),
                                              std::span(buffer.x).subspan(first, count));
        std::vector<Vec2> corners;
        for (int k = first; k < first + count; ++k)
            corners.push_back(plane.in_plane(buffer.x[k] + buffer.next[k]));
        const Real reach = 2 * section.reach + crowd.largest_radius +
                           2 * h * crowd.groups[crowd.bodies[section.body].group].max_speed;
        std::vector<int> near;
        visit_near(cells.reg, cells.reg.cell[first], buffer.x[first], 2 * reach, buffer.queues[0],
                   [&](int i) {
                       if (i < crowd.agent_count() && (buffer.x[i] - plane.middle).norm() <= reach)
                           near.push_back(i);
                   });
        std::sort(near.begin(), near.end());
        for (const int i : near) {
            const Vec2 out = push_out_of(corners, plane.in_plane(buffer.next[i]), buffer.radius[i]);
            buffer.next[i] += plane.in_world(out);
            struck += out.squaredNorm() > 0;
        }
    }
    return struck;
}

template <class Ground>
void go_all(RealmBuffer& buffer, int agents, RealmCells<Ground>& cells, CrowdState& memory,
            CrowdCounts& counts) {
    const CellRegister<Ground>& reg = cells.reg;
    const int count = static_cast<int>(buffer.x.size());
    parallel_for(count, [&](int i) {
        if (!buffer.there[i]) return;
        const Vec3 movement = i < agents ? Vec3(buffer.next[i] - buffer.x[i]) : buffer.next[i];
        RealmEnd<Ground>& end = cells.ends[i];
        end = go(reg.ground, reg.cell[i], cells.places[i], buffer.x[i], movement);
        if (end.cell < 0)  // (nowhere: it stays)
            end = {cells.places[i], buffer.x[i], Vec3::Zero(), reg.cell[i], true};
    });
    counts.changed_cells = counts.searches = 0;
    for (int i = 0; i < count; ++i) {
        if (!buffer.there[i]) continue;
        const RealmEnd<Ground>& end = cells.ends[i];
        counts.searches += end.searched;
        cells.places[i] = end.place;
        buffer.next[i] = end.point;
        buffer.v[i] = end.movement;
        if (end.cell == reg.cell[i]) continue;
        remove_point(cells.reg, i);
        add_point(cells.reg, i, end.cell);
        memory.cell[i] = name_of_cell(reg.ground, end.cell);
        counts.changed_cells += i < agents;
    }
}

/// Takes the next goal when the one at hand is reached; several in one step when they lie close.
void reach_goals(const CrowdPart& crowd, const AgentGroup& group, Range goals, const Vec3& x, int& goal) {
    for (int tries = 0; tries < goals.count && goal < goals.count; ++tries) {
        if ((crowd.goal_points[goals.begin + goal] - x).norm() > group.arrive) return;
        ++goal;
        if (goal == goals.count && group.loops) goal = 0;
    }
}

/// Another history, so that a State from before, in which the agent is there, is not taken for this one.
void leave_cell(int agent, CrowdState& memory, RealmBuffer& buffer) {
    std::visit([&](auto& cells) { remove_point(cells.reg, agent); }, buffer.cells);
    Hasher hasher;
    hasher.add(memory.history);
    hasher.add(agent);
    buffer.history = memory.history = hasher.value();
}

void settle_in_realm(const CrowdPart& crowd, const Part& part, Real h, CrowdState& memory, State& state,
                     RealmBuffer& buffer) {
    for (int i = 0; i < static_cast<int>(buffer.x.size()); ++i) {
        const int point = part.points.begin + i;
        if (!buffer.there[i]) {
            state.v[point].setZero();
            continue;
        }
        state.x[point] = buffer.next[i];
        state.v[point] = buffer.v[i] / h;
        if (i >= crowd.agent_count()) continue;
        reach_goals(crowd, crowd.group(i), crowd.goals[i], state.x[point], memory.goal[i]);
        if (is_gone(crowd, memory, i)) leave_cell(i, memory, buffer);
    }
    for (const BodySection& section : crowd.sections) {
        Vec3 middle = Vec3::Zero();
        for (int k = section.corners.begin; k < section.corners.end(); ++k)
            middle += buffer.next[crowd.agent_count() + k] / section.corners.count;
        const ShapedAgent& body = crowd.bodies[section.body];
        reach_goals(crowd, crowd.groups[body.group], body.goals, middle,
                    memory.goal[crowd.agent_count() + section.body]);
    }
}

}  // namespace

void move_in_realm(const CrowdPart& crowd, const Part& part, Real h, CrowdState& memory, State& state,
                   CrowdBuffer& buffer) {
    RealmBuffer& realm = realm_buffer(buffer);
    const int agents = crowd.agent_count();
    {
        const Stopwatch watch(buffer.times.point_agents);
        parallel_for(agents, [&](int i) { realm.next[i] = realm.x[i] + h * realm.next[i]; });
        if (crowd.contacts && agents > 0) {
            std::visit([&](const auto& cells) { list_near(crowd, cells, h, realm); }, realm.cells);
            buffer.counts.sweeps = separate_in_realm(crowd, realm, buffer.counts.overlap);
        }
        if (const auto* cells = std::get_if<RealmCells<CurvedGround>>(&realm.cells); cells && agents > 0)
            buffer.counts.struck = leave_bodies(crowd, *cells, h, realm);
        std::visit([&](auto& cells) { go_all(realm, agents, cells, memory, buffer.counts); }, realm.cells);
        settle_in_realm(crowd, part, h, memory, state, realm);
    }
    const Stopwatch watch(buffer.times.multiresolution);
    if (!crowd.adapts) std::visit([](auto& cells) { cells.reg.touched.clear(); }, realm.cells);
    const CellChanges done = crowd.adapts ? adapt_realm(crowd, memory, realm) : CellChanges{};
    buffer.counts.splits = done.splits;
    buffer.counts.merges = done.merges;
    realm.noted = memory.cell;
}

}  // namespace souple
