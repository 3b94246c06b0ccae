// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/crowd_cells.h"

#include <algorithm>
#include <bit>

#include "souple/core/errors.h"
#include "souple/dynamics/agents/move_bodies.h"

namespace souple {

namespace {

/// A word at a time: as many agents change cells in a step, bytes would take longer than their walk.
void append_to_history(CrowdState& state, std::uint64_t word) {
    state.history = (state.history ^ word) * 0x9e3779b97f4a7c15ull;
    state.history ^= state.history >> 32;
}

}  // namespace

CellName name_of(const Map2& map, Face f) {
    std::uint64_t path = 0;
    int shift = 0;
    for (int parent = map.faces[f.index].parent; parent >= 0; parent = map.faces[f.index].parent) {
        std::uint64_t child = 0;
        for (int c = map.faces[parent].first_child; c != f.index; c = map.faces[c].next_sibling) ++child;
        path |= child << shift;
        shift += 3;
        f = {parent};
    }
    return {f.index, path | (std::uint64_t(1) << shift)};
}

Face face_named(const Map2& map, const CellName& name) {
    if (!map.faces.is_live(name.root) || name.path == 0) return {};
    Face f{name.root};
    const int digits = (std::bit_width(name.path) - 1) / 3;
    for (int k = digits - 1; k >= 0 && f; --k) {
        int child = static_cast<int>((name.path >> (3 * k)) & 7);
        int c = map.faces[f.index].first_child;
        for (; c >= 0 && child > 0; --child) c = map.faces[c].next_sibling;
        f = {c};
    }
    return f;
}

Environment ground_now(const CrowdPart& crowd, const CrowdState& state) {
    Environment ground = *crowd.ground;
    MapChange change;
    for (const CellName& name : state.divided)
        if (const Face f = face_named(ground.map, name)) split_cell(ground, f, change);
    return ground;
}

void follow_cells(const CrowdPart& crowd, const CrowdState& state, CrowdBuffer& buffer) {
    if (!crowd.ground) return;
    if (buffer.has_cells && buffer.of == crowd.ground && buffer.history == state.history) return;
    buffer.of = crowd.ground;
    buffer.cells = register_nobody(*crowd.ground);
    for (const CellName& name : state.divided) {
        const Face f = face_named(buffer.cells.ground.map, name);
        SOUPLE_ASSERT(f && is_leaf(buffer.cells.ground.map, f));
        split_registered(buffer.cells, f, {});
    }
    buffer.cells.cell.resize(crowd.agent_count());
    for (int i = 0; i < crowd.agent_count(); ++i) {
        if (is_gone(crowd, state, i)) continue;
        const Face f = face_named(buffer.cells.ground.map, state.cell[i]);
        SOUPLE_ASSERT(f && is_leaf(buffer.cells.ground.map, f));
        add_point(buffer.cells, i, f);
    }
    buffer.corner_cell.clear();
    for (int k = 0; k < crowd.corner_count(); ++k) {
        const Face f = face_named(buffer.cells.ground.map, state.cell[crowd.agent_count() + k]);
        SOUPLE_ASSERT(f && is_leaf(buffer.cells.ground.map, f));
        buffer.corner_cell.push_back(f);
    }
    register_sides(crowd, buffer.corner_cell, buffer);
    buffer.has_cells = true;
    buffer.history = state.history;
}

void note_cell(CrowdState& state, int agent) {
    append_to_history(state, static_cast<std::uint64_t>(agent));
    append_to_history(state, static_cast<std::uint64_t>(state.cell[agent].root));
    append_to_history(state, state.cell[agent].path);
}

void note_corner_cells(const CrowdPart& crowd, const CrowdBuffer& buffer, CrowdState& state) {
    for (int k = 0; k < crowd.corner_count(); ++k) {
        state.cell[crowd.agent_count() + k] = name_of(buffer.cells.ground.map, cell_of_corner(buffer, k));
        for (const Real coordinate : {buffer.corner_next[k].x(), buffer.corner_next[k].y()})
            append_to_history(state, std::bit_cast<std::uint64_t>(coordinate));
    }
}

void adapt_to_agents(const CrowdPart& crowd, CrowdState& state, CrowdBuffer& buffer) {
    Registration& cells = buffer.cells;
    const auto note = [&](Face f, bool split) {
        const CellName name = name_of(cells.ground.map, f);
        append_to_history(state, static_cast<std::uint64_t>(name.root));
        append_to_history(state, name.path);
        const auto place = std::lower_bound(state.divided.begin(), state.divided.end(), name);
        if (split)
            state.divided.insert(place, name);
        else
            state.divided.erase(place);
        // (a merge is told before it happens: its children are still there)
        if (split)
            for (int c = cells.ground.map.faces[f.index].first_child; c >= 0;
                 c = cells.ground.map.faces[c].next_sibling)
                for (const int i : cells.present[c]) state.cell[i] = name_of(cells.ground.map, Face{c});
        else
            for (int c = cells.ground.map.faces[f.index].first_child; c >= 0;
                 c = cells.ground.map.faces[c].next_sibling)
                for (const int i : cells.present[c]) state.cell[i] = name;
    };
    const CellChanges done = adapt_cells(cells, crowd.rule, buffer.next, note);
    buffer.counts.splits += done.splits;
    buffer.counts.merges += done.merges;
}

}  // namespace souple
