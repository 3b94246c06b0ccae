// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Agents in a realm move: they are kept apart, walls stop them, and cells and goals follow.
#include <algorithm>

#include "souple/core/parallel.h"
#include "souple/dynamics/agents/body_shape.h"
#include "souple/dynamics/agents/crowd_cells.h"
#include "souple/dynamics/agents/realm_cells.h"
#include "souple/dynamics/agents/realm_crowd.h"
#include "souple/dynamics/agents/walk.h"

namespace souple {

namespace {

/// Everybody that an agent might touch in this step, by number.
template <class Ground>
void list_near(const CrowdPart& crowd, const RealmCells<Ground>& cells, Real h, RealmBuffer& buffer) {
    const int agents = crowd.agent_count(), blocks = static_cast<int>(buffer.queues.size());
    Real longest = 0;  // [m] anybody may go by itself, and went because others pushed
    for (const AgentGroup& group : crowd.groups) longest = std::max(longest, h * group.max_speed);
    for (int i = 0; i < agents; ++i) longest = std::max(longest, (buffer.next[i] - buffer.x[i]).norm());
    buffer.near.resize(agents);
    parallel_for(
        blocks,
        [&](int b) {
            for (int i = b; i < agents; i += blocks) {
                std::vector<int>& near = buffer.near[i];
                near.clear();
                if (!buffer.there[i]) continue;
                const Real reach = buffer.radius[i] + crowd.largest_radius + 2 * longest;
                visit_near(cells.reg, cells.reg.cell[i], buffer.x[i], reach, buffer.queues[b], [&](int k) {
                    if (k == i || k >= agents) return;
                    if ((buffer.x[k] - buffer.x[i]).squaredNorm() <= reach * reach) near.push_back(k);
                });
                std::sort(near.begin(), near.end());
            }
        },
        1);
}

/// Who might get into which body, with that body where it comes to in this step.
void list_beside(const CrowdPart& crowd, const RealmCells<CurvedGround>& cells, Real h, RealmBuffer& buffer) {
    buffer.beside.assign(crowd.sections.empty() ? 0 : crowd.agent_count(), {});
    if (buffer.beside.empty()) return;
    buffer.footprints.resize(crowd.sections.size());
    for (std::size_t s = 0; s < crowd.sections.size(); ++s) {
        const BodySection& section = crowd.sections[s];
        const int first = crowd.agent_count() + section.corners.begin, count = section.corners.count;
        BodyFootprint& print = buffer.footprints[s];
        print.plane = plane_of_body(cells.reg.ground, std::span(cells.places).subspan(first, count),
                                    std::span(buffer.x).subspan(first, count));
        print.corners.clear();
        for (int k = first; k < first + count; ++k)
            print.corners.push_back(print.plane.in_plane(buffer.x[k] + buffer.next[k]));
        const Real reach = 2 * section.reach + crowd.largest_radius +
                           2 * h * crowd.groups[crowd.bodies[section.body].group].max_speed;
        visit_near(cells.reg, cells.reg.cell[first], buffer.x[first], 2 * reach, buffer.queues[0],
                   [&](int i) {
                       if (i < crowd.agent_count() && (buffer.x[i] - print.plane.middle).norm() <= reach)
                           buffer.beside[i].push_back(static_cast<int>(s));
                   });
    }
}
void list_beside(const CrowdPart&, const RealmCells<Space>&, Real, RealmBuffer&) {}

/// [m] the whole way out of the bodies that an agent at p is in, in their planes.
Vec3 way_out_of_bodies(const RealmBuffer& buffer, int i, const Vec3& p) {
    Vec3 sum = Vec3::Zero();
    if (buffer.beside.empty()) return sum;
    for (const int s : buffer.beside[i]) {
        const BodyFootprint& print = buffer.footprints[s];
        sum += print.plane.in_world(push_out_of(print.corners, print.plane.in_plane(p), buffer.radius[i]));
    }
    return sum;
}

/// [m] half of the way out of everybody an agent overlaps, in the mean; tells how deep the worst is.
template <class Ground>
Vec3 way_out(const RealmBuffer& buffer, const std::vector<RealmEnd<Ground>>& ends, int i, Real& deepest) {
    Vec3 sum = Vec3::Zero();
    int count = 0;
    deepest = 0;
    for (const int k : buffer.near[i]) {
        const Vec3 apart = ends[i].point - ends[k].point;
        const Real d = apart.norm(), depth = buffer.radius[i] + buffer.radius[k] - d;
        if (depth <= 0) continue;
        const Vec3 direction = d > 0 ? Vec3(apart / d) : Vec3(i < k ? -1 : 1, 0, 0);
        sum += 0.5 * depth * direction;
        deepest = std::max(deepest, depth);
        ++count;
    }
    return count > 1 ? Vec3(sum / count) : sum;
}

/// Goes on from where somebody came to; who would come to nowhere stays.
template <class Ground>
void go_on(const Ground& ground, const Vec3& movement, RealmEnd<Ground>& at) {
    RealmEnd<Ground> end = go(ground, at.cell, at.place, at.point, movement);
    at.searched |= end.searched || end.cell < 0;
    if (end.cell < 0) at.barred -= movement;
    if (end.cell < 0) return;
    end.movement += at.movement;
    end.barred += at.barred;
    end.searched = at.searched;
    at = end;
}

/// Everybody goes where it wants; the lists of cells are written later.
template <class Ground>
void go_all(RealmBuffer& buffer, int agents, RealmCells<Ground>& cells) {
    parallel_for(static_cast<int>(buffer.x.size()), [&](int i) {
        if (!buffer.there[i]) return;
        RealmEnd<Ground>& end = cells.ends[i];
        end = {cells.places[i], buffer.x[i], Vec3::Zero(), cells.reg.cell[i], false, Vec3::Zero()};
        go_on(cells.reg.ground, i < agents ? Vec3(buffer.next[i] - buffer.x[i]) : buffer.next[i], end);
    });
}

/// Bodies are kept apart where they have come to, along the ground, all at once and sweep by sweep: the same
/// on any number of threads.
template <class Ground>
void separate_in_realm(const CrowdPart& crowd, RealmCells<Ground>& cells, RealmBuffer& buffer,
                       CrowdCounts& counts) {
    const int agents = crowd.agent_count();
    buffer.push.assign(agents, Vec3::Zero());
    buffer.depth.assign(agents, 0);
    counts.struck = 0;
    for (counts.sweeps = 0; counts.sweeps < crowd.contact_sweeps; ++counts.sweeps) {
        parallel_for(
            agents,
            [&](int i) {
                if (!buffer.there[i]) return;
                const Vec3 out = way_out_of_bodies(buffer, i, cells.ends[i].point);
                buffer.push[i] = out;
                buffer.depth[i] = 0;
                if (crowd.contacts) buffer.push[i] += way_out(buffer, cells.ends, i, buffer.depth[i]);
                buffer.depth[i] = std::max(buffer.depth[i], out.norm());
                buffer.struck[i] = out.squaredNorm() > 0;
            },
            256);
        if (counts.sweeps == 0)
            counts.struck = static_cast<int>(std::count(buffer.struck.begin(), buffer.struck.end(), 1));
        counts.overlap = *std::max_element(buffer.depth.begin(), buffer.depth.end());
        if (counts.overlap <= 2 * crowd.contact_depth * crowd.largest_radius) break;
        parallel_for(agents, [&](int i) {
            if (buffer.push[i].squaredNorm() > 0) go_on(cells.reg.ground, buffer.push[i], cells.ends[i]);
        });
    }
}

template <class Ground>
void write_ends(RealmBuffer& buffer, int agents, RealmCells<Ground>& cells, CrowdState& memory,
                CrowdCounts& counts) {
    const CellRegister<Ground>& reg = cells.reg;
    counts.changed_cells = counts.searches = 0;
    for (int i = 0; i < static_cast<int>(buffer.x.size()); ++i) {
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
        note_cell(memory, i);
        counts.changed_cells += i < agents;
    }
}

/// [m/s] what is left of a velocity where an agent has come to, along the ground and beside walls.
Vec3 kept_there(const RealmBuffer& buffer, int i, const Vec3& velocity, Real h) {
    return std::visit(
        [&](const auto& cells) {
            const auto there = [&](const Vec3& a) { return along(cells.reg.ground, cells.places[i], a); };
            return kept_at_wall<Vec3>(there(velocity), there(cells.ends[i].barred), h);
        },
        buffer.cells);
}

void settle_in_realm(const CrowdPart& crowd, const Part& part, Real h, CrowdState& memory, State& state,
                     RealmBuffer& buffer) {
    const bool is_pushed = part.surface.touches != Touches::Nothing;
    for (int i = 0; i < static_cast<int>(buffer.x.size()); ++i) {
        const int point = part.points.begin + i;
        if (!buffer.there[i]) {
            state.v[point].setZero();
            continue;
        }
        // a blow in the middle of a step moves it for the rest of the step only, and what pushes overlaps
        // apart gives no speed: what contact left of its velocity beyond its way is kept
        Vec3 kept = Vec3::Zero();
        if (is_pushed && i < crowd.agent_count())
            kept = kept_there(buffer, i, state.v[point] - (state.x[point] - buffer.x[i]) / h, h);
        state.x[point] = buffer.next[i];
        state.v[point] = buffer.v[i] / h + kept;
        if (i >= crowd.agent_count()) continue;
        advance_goal(crowd, crowd.group(i), crowd.goals[i], state.x[point], memory.goal[i]);
        if (!is_gone(crowd, memory, i)) continue;
        std::visit([&](auto& cells) { remove_point(cells.reg, i); }, buffer.cells);
        note_cell(memory, i);
    }
    for (const BodySection& section : crowd.sections) {
        Vec3 middle = Vec3::Zero();
        for (int k = section.corners.begin; k < section.corners.end(); ++k)
            middle += buffer.next[crowd.agent_count() + k] / section.corners.count;
        const ShapedAgent& body = crowd.bodies[section.body];
        advance_goal(crowd, crowd.groups[body.group], body.goals, middle,
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
        // (they have gone their way, and others may have pushed them)
        parallel_for(agents, [&](int i) { realm.next[i] = state.x[part.points.begin + i]; });
        realm.struck.assign(agents, 0);
        std::visit(
            [&](auto& cells) {
                if (crowd.contacts) list_near(crowd, cells, h, realm);
                list_beside(crowd, cells, h, realm);
                go_all(realm, agents, cells);
                if (agents > 0) separate_in_realm(crowd, cells, realm, buffer.counts);
                write_ends(realm, agents, cells, memory, buffer.counts);
            },
            realm.cells);
        settle_in_realm(crowd, part, h, memory, state, realm);
    }
    const Stopwatch watch(buffer.times.multiresolution);
    if (!crowd.adapts) std::visit([](auto& cells) { cells.reg.touched.clear(); }, realm.cells);
    const CellChanges done = crowd.adapts ? adapt_realm(crowd, memory, realm) : CellChanges{};
    buffer.counts.splits = done.splits;
    buffer.counts.merges = done.merges;
    realm.history = memory.history;
}

}  // namespace souple
