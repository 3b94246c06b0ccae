// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Agents move: their bodies are kept apart, walls stop them, and cells and goals follow.
#include <algorithm>

#include "souple/core/parallel.h"
#include "souple/dynamics/agents/agent_contacts.h"
#include "souple/dynamics/agents/crowd_cells.h"
#include "souple/dynamics/agents/move_bodies.h"
#include "souple/dynamics/agents/realm_crowd.h"
#include "souple/dynamics/agents/walk.h"
#include "souple/dynamics/scratch.h"
#include "souple/dynamics/step.h"
#include "souple/dynamics/tissue/tissue.h"

namespace souple {

namespace {

void track_agents(const CrowdPart& crowd, CrowdState& memory, CrowdBuffer& buffer) {
    const int count = crowd.agent_count();
    buffer.arrived.resize(count);
    buffer.searched.resize(count);
    Registration& cells = buffer.cells;
    parallel_for(count, [&](int i) {
        if (!is_there(buffer.x[i])) return;
        const TrackEnd end = walk(cells.ground, cells.cell[i], buffer.x[i], buffer.next[i]);
        buffer.arrived[i] = end.cell;
        buffer.barred[i] += end.place - buffer.next[i];
        buffer.next[i] = end.place;
        buffer.searched[i] = end.searched_all;
    });
    buffer.counts.changed_cells = buffer.counts.searches = 0;
    for (int i = 0; i < count; ++i) {
        if (!is_there(buffer.x[i])) continue;
        buffer.counts.searches += buffer.searched[i];
        if (buffer.arrived[i] == cells.cell[i]) continue;
        change_cell(cells, i, buffer.arrived[i]);
        memory.cell[i] = name_of(cells.ground.map, buffer.arrived[i]);
        note_cell(memory, i);
        ++buffer.counts.changed_cells;
    }
}

/// Places and velocities as they have become, and goals that were reached. Who leaves is taken out of its
/// cell.
void settle(const CrowdPart& crowd, const Part& part, Real h, CrowdState& memory, State& state,
            CrowdBuffer& buffer) {
    const bool is_pushed = part.surface.touches != Touches::Nothing;
    parallel_for(crowd.agent_count(), [&](int i) {
        if (!is_there(buffer.x[i])) return;
        Vec3 &x = state.x[part.points.begin + i], &v = state.v[part.points.begin + i];
        // a blow in the middle of a step moves it for the rest of the step only, and what pushes overlaps
        // apart gives no speed: what contact left of its velocity beyond its way is kept
        Vec2 velocity = (buffer.next[i] - buffer.x[i]) / h;
        if (is_pushed)
            velocity += kept_at_wall<Vec2>(ground_place(v) - (ground_place(x) - buffer.x[i]) / h,
                                           buffer.barred[i], h);
        x = {buffer.next[i].x(), x.y(), buffer.next[i].y()};
        v = {velocity.x(), 0, velocity.y()};
        advance_goal(crowd, crowd.group(i), crowd.goals[i], buffer.next[i], memory.goal[i]);
    });
    if (!crowd.ground) return;
    for (int i = 0; i < crowd.agent_count(); ++i)
        if (is_there(buffer.x[i]) && is_gone(crowd, memory, i)) {
            remove_point(buffer.cells, i);
            note_cell(memory, i);
        }
}

/// The same for bodies; their goals are reached by the middle of the section that leads.
void settle_bodies(const CrowdPart& crowd, const Part& part, CrowdState& memory, State& state,
                   const CrowdBuffer& buffer) {
    for (int k = 0; k < crowd.corner_count(); ++k) {
        const int point = part.points.begin + crowd.agent_count() + k;
        const Vec2 &x = buffer.corner_next[k], &v = buffer.corner_v[k];
        state.x[point] = {x.x(), state.x[point].y(), x.y()};
        state.v[point] = {v.x(), 0, v.y()};
    }
    for (int b = 0; b < crowd.body_count(); ++b) {
        const ShapedAgent& body = crowd.bodies[b];
        const Range corners = crowd.sections[body.sections.begin].corners;
        Vec2 middle = Vec2::Zero();
        for (int k = corners.begin; k < corners.end(); ++k) middle += buffer.corner_next[k] / corners.count;
        advance_goal(crowd, crowd.groups[body.group], body.goals, middle,
                     memory.goal[crowd.agent_count() + b]);
    }
}

void move_crowd(const CrowdPart& crowd, const Part& part, Real h, CrowdState& memory, State& state,
                CrowdBuffer& buffer) {
    if (!crowd.bodies.empty()) {
        const Stopwatch watch(buffer.times.polygon_agents);
        move_bodies(crowd, h, buffer);
        settle_bodies(crowd, part, memory, state, buffer);
    }
    {
        const Stopwatch watch(buffer.times.point_agents);
        parallel_for(crowd.agent_count(), [&](int i) {
            // (they have gone their way, and others may have pushed them)
            buffer.next[i] =
                is_there(buffer.x[i]) ? ground_place(state.x[part.points.begin + i]) : buffer.x[i];
        });
        buffer.barred.assign(crowd.agent_count(), Vec2::Zero());
        if (crowd.contacts) separate_agents(crowd, buffer);
        if (crowd.ground) track_agents(crowd, memory, buffer);
        settle(crowd, part, h, memory, state, buffer);
    }
    const Stopwatch watch(buffer.times.multiresolution);
    buffer.counts.splits = buffer.counts.merges = 0;
    if (crowd.ground && crowd.adapts) adapt_to_agents(crowd, memory, buffer);
    if (!crowd.adapts) buffer.cells.touched.clear();
    note_corner_cells(crowd, buffer, memory);
    buffer.history = memory.history;
}

}  // namespace

void move(const Interval& interval, State& state, Scratch& scratch, StepReport& report) {
    move_tissues(interval, state, scratch, report);
    if (interval.model.crowds.empty() || report.failure) return;
    const Zone zone(scratch.profile, Stage::Move);
    CrowdBuffers& buffers = buffers_of(interval.model, scratch);
    for (std::size_t c = 0; c < interval.model.crowds.size(); ++c) {
        const CrowdPart& crowd = *interval.model.crowds[c];
        CrowdBuffer& buffer = buffers.of[c];
        const auto move_all = crowd.realm ? move_in_realm : move_crowd;
        move_all(crowd, interval.model.parts[crowd.part], interval.length, state.crowds[c], state, buffer);
        report.changed_cells += buffer.counts.changed_cells;
        report.split_cells += buffer.counts.splits;
        report.merged_cells += buffer.counts.merges;
        report.tracking_fallbacks += buffer.counts.searches;
    }
}

}  // namespace souple
