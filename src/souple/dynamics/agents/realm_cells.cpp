// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/realm_cells.h"

#include <algorithm>

#include "souple/core/errors.h"
#include "souple/core/hash.h"

namespace souple {

void check_realm_cells(const CrowdPart& crowd, const CrowdState& state) {
    const std::size_t points = crowd.group_of.size() + crowd.rest_corners.size();
    if (state.cell.size() != points) throw InputError("it holds cells of another number of agents");
    if (!std::is_sorted(state.divided.begin(), state.divided.end()))
        throw InputError("it holds divided cells out of order");
    std::visit(
        [&](const auto& first) {
            const auto ground = divided_ground(first, state.divided);
            for (int i = 0; i < static_cast<int>(points); ++i) {
                // (of who is gone the first cell is asked for all the same)
                if (state.cell[i].root < 0 || state.cell[i].root >= cell_slots(first))
                    throw InputError("an agent is in a cell that is not there");
                if (i < crowd.agent_count() && is_gone(crowd, state, i)) continue;
                const int cell = cell_named(ground, cell_slots(first), state.cell[i]);
                if (cell < 0 || !is_leaf_cell(ground, cell))
                    throw InputError("an agent is in a cell that is not there");
            }
        },
        crowd.realm->ground);
}

namespace {

template <class Ground>
RealmCells<Ground> register_all(const CrowdPart& crowd, const CrowdState& state, const Ground& first) {
    RealmCells<Ground> cells;
    cells.reg = register_nobody(divided_ground(first, state.divided));
    const int count = static_cast<int>(state.cell.size());
    cells.reg.cell.resize(count, -1);
    cells.reg.hint.resize(count, -1);
    cells.places.resize(count);
    cells.ends.resize(count);
    for (int i = 0; i < count; ++i) {
        if (i < crowd.agent_count() && is_gone(crowd, state, i)) continue;
        const int cell = cell_named(cells.reg.ground, cell_slots(first), state.cell[i]);
        SOUPLE_ASSERT(cell >= 0 && is_leaf_cell(cells.reg.ground, cell));
        add_point(cells.reg, i, cell);
    }
    return cells;
}

}  // namespace

void follow_realm(const CrowdPart& crowd, const CrowdState& state, RealmBuffer& buffer) {
    if (buffer.has_cells && buffer.of == crowd.realm && buffer.history == state.history) return;
    buffer.of = crowd.realm;
    buffer.radius.clear();
    buffer.ways.clear();
    std::visit([&](const auto& first) { buffer.cells = register_all(crowd, state, first); },
               crowd.realm->ground);
    buffer.has_cells = true;
    buffer.history = state.history;
}

CellChanges adapt_realm(const CrowdPart& crowd, CrowdState& state, RealmBuffer& buffer) {
    Hasher hasher;
    hasher.add(state.history);
    const auto adapt = [&]<class Ground>(RealmCells<Ground>& cells) {
        CellRegister<Ground>& reg = cells.reg;
        const auto note = [&](int cell, bool split) {
            const CellName name = name_of_cell(reg.ground, cell);
            hasher.add(name.root);
            hasher.add(name.path);
            const auto place = std::lower_bound(state.divided.begin(), state.divided.end(), name);
            if (split)
                state.divided.insert(place, name);
            else
                state.divided.erase(place);
        };
        const CellChanges done = adapt_cells<Ground>(reg, crowd.rule, cells.places, note);
        // (a split may also send those around it to other cells, in a space of bent ones)
        for (std::size_t i = 0; done.splits + done.merges > 0 && i < state.cell.size(); ++i)
            if (reg.cell[i] >= 0) state.cell[i] = name_of_cell(reg.ground, reg.cell[i]);
        return done;
    };
    const CellChanges done = std::visit(adapt, buffer.cells);
    if (done.splits + done.merges > 0) state.history = hasher.value();
    return done;
}

}  // namespace souple
