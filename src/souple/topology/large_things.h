// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Things much larger than the cells around them, written down in coarse cells of a register, and the check of
// a register by looking at everything: the second half of cell_register.h.
#pragma once

#include "souple/topology/cell_register.h"

namespace souple {

/// Writes thing t down in the cells of its level below `cell` that its box meets, or in leaves above that.
/// The boxes of the parts of a triangle do not cover that of the whole: a thing that meets none of them stays
/// written down in the whole, and whoever asks from a part finds it there. Returns whether it was written.
template <class Ground>
bool write_large(CellRegister<Ground>& reg, int t, int cell) {
    LargeThing& thing = reg.things[t];
    if (!thing.box.overlaps(box_of_cell(reg.ground, cell))) return false;
    bool below = false;
    if (level_of_cell(reg.ground, cell) < thing.level)
        for_each_child_cell(reg.ground, cell, [&](int c) { below |= write_large(reg, t, c); });
    if (below) return true;
    put_sorted(thing.cells, cell);
    put_sorted(reg.large[cell], t);
    return true;
}

template <class Ground>
void strike_large(CellRegister<Ground>& reg, int t, int cell) {
    take_sorted(reg.large[cell], t);
    take_sorted(reg.things[t].cells, cell);
}

/// A cell was split: what wants finer cells goes down.
template <class Ground>
void sink_large(CellRegister<Ground>& reg, int t, int cell) {
    strike_large(reg, t, cell);
    write_large(reg, t, cell);
}
/// A cell will be merged: what is in its children goes up.
template <class Ground>
void lift_large(CellRegister<Ground>& reg, int t, int cell) {
    for_each_child_cell(reg.ground, cell, [&](int c) { strike_large(reg, t, c); });
    put_sorted(reg.things[t].cells, cell);
    put_sorted(reg.large[cell], t);
}

/// Puts a thing in the cells of one level that its box [m] meets and that hang together with `start`, any
/// cell that it meets. Cost: the cells of the first mesh it meets and the coarse cells it is written in,
/// however fine the leaves are.
template <class Ground>
void place_large(CellRegister<Ground>& reg, int t, const Aabb& box, int level, int start) {
    LargeThing& thing = reg.things[t];
    for (const int c : thing.cells) take_sorted(reg.large[c], t);
    thing = {box, level, {}};
    while (parent_of_cell(reg.ground, start) >= 0) start = parent_of_cell(reg.ground, start);
    std::vector<int> roots{start};
    for (std::size_t k = 0; k < roots.size(); ++k) {
        write_large(reg, t, roots[k]);
        for (const int c : reg.first_around[roots[k]])
            if (box.overlaps(box_of_cell(reg.ground, c)) &&
                std::find(roots.begin(), roots.end(), c) == roots.end())
                roots.push_back(c);
    }
}
template <class Ground>
int add_large(CellRegister<Ground>& reg, const Aabb& box, int level, int start) {
    reg.things.emplace_back();
    const int t = static_cast<int>(reg.things.size()) - 1;
    place_large(reg, t, box, level, start);
    return t;
}
/// The deepest level at which a cell that comes from `start` is as wide as the box.
template <class Ground>
int level_for(const CellRegister<Ground>& reg, const Aabb& box, int start) {
    while (parent_of_cell(reg.ground, start) >= 0) start = parent_of_cell(reg.ground, start);
    Real width = box_of_cell(reg.ground, start).size().maxCoeff() / 2;
    int level = 0;
    for (; level < reg.ground.max_level && width >= box.size().maxCoeff(); width /= 2) ++level;
    return level;
}

/// Calls fn(thing) for the large things written down in a leaf or in a cell it comes from.
template <class Ground, class Fn>
void visit_large(const CellRegister<Ground>& reg, int leaf, const Fn& fn) {
    for (int c = leaf; c >= 0; c = parent_of_cell(reg.ground, c))
        for (const int t : reg.large[c]) fn(t);
}

/// An empty text, or the first thing that is not as looking at all cells and everybody finds it. Slow.
template <class Ground>
std::string find_fault(CellRegister<Ground>& reg, std::span<const typename Ground::Place> places) {
    std::size_t listed = 0;
    std::vector<int> expected;
    for (int c = 0; c < cell_slots(reg.ground); ++c) {
        if (!is_leaf_cell(reg.ground, c)) {
            if (!reg.present[c].empty()) return fmt::format("cell {} is no leaf and lists somebody", c);
            continue;
        }
        listed += reg.present[c].size();
        for (const int i : reg.present[c]) {
            if (reg.cell[i] != c) return fmt::format("point {} is listed in cell {}, not its own", i, c);
            if (!cell_holds(reg.ground, c, places[i])) return fmt::format("cell {} lacks point {}", c, i);
        }
        if (!std::is_sorted(reg.present[c].begin(), reg.present[c].end()))
            return fmt::format("cell {} lists points out of order", c);
        find_ring(reg.ground, c, expected);
        if (expected != reg.around[c]) return fmt::format("cell {} has another ring", c);
    }
    for (const int c : reg.cell) listed -= c >= 0;
    if (listed != 0) return "somebody is listed twice or nowhere";
    for (std::size_t t = 0; t < reg.things.size(); ++t) {
        const LargeThing& thing = reg.things[t];
        expected.clear();
        for (int c = 0; c < cell_slots(reg.ground); ++c) {
            const int level = level_of_cell(reg.ground, c);
            bool has_children = false, goes_on = false;
            for_each_child_cell(reg.ground, c, [&](int child) {
                has_children = true;
                goes_on |= box_of_cell(reg.ground, child).overlaps(thing.box);
            });
            if (!is_leaf_cell(reg.ground, c) && !has_children) continue;
            const bool counts = level == thing.level || (level < thing.level && !goes_on);
            if (counts && box_of_cell(reg.ground, c).overlaps(thing.box)) expected.push_back(c);
        }
        if (expected != thing.cells) return fmt::format("large thing {} is in other cells", t);
        for (const int c : expected)
            if (!std::binary_search(reg.large[c].begin(), reg.large[c].end(), static_cast<int>(t)))
                return fmt::format("cell {} lacks large thing {}", c, t);
    }
    return {};
}

}  // namespace souple
