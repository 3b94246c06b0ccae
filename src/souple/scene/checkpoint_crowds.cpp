// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/checkpoint_crowds.h"

#include <algorithm>

#include "souple/core/errors.h"
#include "souple/dynamics/agents/crowd_cells.h"
#include "souple/dynamics/agents/realm_cells.h"
#include "souple/dynamics/tissue/tissue.h"

namespace souple {

namespace {

void put_cells(ByteWriter& out, const std::vector<CellName>& cells) {
    out.put(static_cast<std::uint64_t>(cells.size()));
    for (const CellName& cell : cells) {
        out.put(static_cast<std::uint64_t>(cell.root));
        out.put(cell.path);
    }
}

/// Grows with what is really there, whatever the count says.
void get_cells(ByteReader& in, std::vector<CellName>& cells) {
    std::uint64_t count = 0, root = 0;
    in.get(count);
    cells.clear();
    for (; count > 0; --count) {
        CellName cell;
        in.get(root);
        in.get(cell.path);
        cell.root = static_cast<int>(root);
        cells.push_back(cell);
    }
}

/// Splits as the file says; whatever does not fit is a fault.
void check_cells(const CrowdPart& crowd, const CrowdState& state) {
    if (crowd.realm) return check_realm_cells(crowd, state);
    if (!crowd.ground) {
        if (!state.cell.empty() || !state.divided.empty())
            throw InputError("it holds cells of a crowd without ground");
        return;
    }
    Environment ground = *crowd.ground;
    MapChange change;
    for (const CellName& name : state.divided) {
        const Face f = face_named(ground.map, name);
        if (!f || !is_leaf(ground.map, f) || ground.map.faces[f.index].level >= ground.max_level)
            throw InputError("it holds divided cells that are not there");
        split_cell(ground, f, change);
    }
    if (state.cell.size() != crowd.group_of.size() + crowd.rest_corners.size())
        throw InputError("it holds cells of another number of agents");
    for (int i = 0; i < crowd.agent_count() + crowd.corner_count(); ++i) {
        if (i < crowd.agent_count() && is_gone(crowd, state, i)) continue;
        const Face f = face_named(ground.map, state.cell[i]);
        if (!f || !is_leaf(ground.map, f)) throw InputError("an agent is in a cell that is not there");
    }
}

}  // namespace

void put_crowds(ByteWriter& out, const std::vector<CrowdState>& crowds) {
    for (const CrowdState& crowd : crowds) {
        out.put(static_cast<std::uint64_t>(crowd.goal.size()));
        for (const int goal : crowd.goal) out.put(static_cast<std::uint64_t>(goal));
        put_cells(out, crowd.cell);
        put_cells(out, crowd.divided);
        out.put(crowd.history);
    }
}

void get_crowds(ByteReader& in, std::vector<CrowdState>& crowds) {
    for (CrowdState& crowd : crowds) {
        std::uint64_t count = 0;
        in.get(count);
        if (count != crowd.goal.size()) throw InputError("it holds goals of another number of agents");
        for (int& goal : crowd.goal) {
            std::uint64_t word = 0;
            in.get(word);
            goal = static_cast<int>(word);
        }
        get_cells(in, crowd.cell);
        get_cells(in, crowd.divided);
        in.get(crowd.history);
    }
}

void check_crowds(const Model& model, const std::vector<CrowdState>& crowds) {
    for (std::size_t c = 0; c < crowds.size(); ++c) {
        const CrowdPart& crowd = *model.crowds[c];
        const int agents = crowd.agent_count();
        for (int i = 0; i < agents + crowd.body_count(); ++i)
            if (crowds[c].goal[i] < 0 ||
                crowds[c].goal[i] > (i < agents ? crowd.goals[i] : crowd.bodies[i - agents].goals).count)
                throw InputError("an agent has a goal that is not there");
        check_cells(crowd, crowds[c]);
    }
}

void put_tissues(ByteWriter& out, const std::vector<TissueState>& tissues) {
    for (const TissueState& tissue : tissues) {
        out.put(static_cast<std::uint64_t>(tissue.joints));
        put_cells(out, tissue.divided);
        out.put(tissue.history);
    }
}

void get_tissues(ByteReader& in, std::vector<TissueState>& tissues) {
    for (TissueState& tissue : tissues) {
        std::uint64_t joints = 0;
        in.get(joints);
        tissue.joints = static_cast<int>(joints);
        get_cells(in, tissue.divided);
        in.get(tissue.history);
    }
}

void check_tissues(const Model& model, const std::vector<TissueState>& tissues) {
    for (std::size_t t = 0; t < tissues.size(); ++t) {
        const TissuePart& tissue = *model.tissues[t];
        if (tissues[t].joints < 1 || tissues[t].joints >= model.parts[tissue.part].points.count)
            throw InputError("a trail has joints that are not there");
        if (!std::is_sorted(tissues[t].divided.begin(), tissues[t].divided.end()))
            throw InputError("it holds divided cells out of order");
        divided_ground(tissue.space, tissues[t].divided);
    }
}

}  // namespace souple
