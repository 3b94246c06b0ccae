// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/environment/adapt_cells.h"

#include <fmt/format.h>

#include <algorithm>

#include "souple/topology/environment/tracking.h"
#include "souple/topology/walks.h"

namespace souple {

namespace {

/// Calls fn(Face) for each child of a face.
template <class Fn>
void for_each_child(const Map2& map, Face f, const Fn& fn) {
    for (int c = map.faces[f.index].first_child; c >= 0; c = map.faces[c].next_sibling) fn(Face{c});
}

void find_ring(Registration& reg, int cell) {
    find_faces_around(reg.ground.map, Face{cell}, reg.found);
    reg.around[cell].clear();
    for (const Face g : reg.found) reg.around[cell].push_back(g.index);
}

/// The first child, in their order, that holds a point.
Face child_holding(const Registration& reg, Face f, const Vec2& p) {
    Face holder, last;
    for_each_child(reg.ground.map, f, [&](Face c) {
        if (!holder && contains(reg.ground, c, p)) holder = c;
        last = c;
    });
    return holder ? holder : last;
}

void erase_from(std::vector<int>& list, int value) {
    list.erase(std::lower_bound(list.begin(), list.end(), value));
}

/// Takes the segments that meet a cell out of all their cells; their numbers are kept.
void lift_segments(Registration& reg, int cell) {
    const std::size_t before = reg.kept_segments.size();
    reg.kept_segments.insert(reg.kept_segments.end(), reg.meeting[cell].begin(), reg.meeting[cell].end());
    for (std::size_t k = before; k < reg.kept_segments.size(); ++k) {
        const int s = reg.kept_segments[k];
        for (const int c : reg.segments[s].crossed) erase_from(reg.crossing[c], s);
        for (const int c : reg.segments[s].met) erase_from(reg.meeting[c], s);
        reg.segments[s].crossed.clear();
        reg.segments[s].met.clear();
    }
}

void put_segments_back(Registration& reg) {
    for (const int s : reg.kept_segments) {
        const SegmentPlace segment = reg.segments[s];
        // as if it were new, under its old number
        const int last = add_segment(reg, segment.p, segment.from, segment.q, segment.to);
        const auto rename_in = [&](std::vector<int>& list) {
            list.pop_back();
            list.insert(std::lower_bound(list.begin(), list.end(), s), s);
        };
        for (const int c : reg.segments[last].crossed) rename_in(reg.crossing[c]);
        for (const int c : reg.segments[last].met) rename_in(reg.meeting[c]);
        reg.segments[s].crossed = std::move(reg.segments[last].crossed);
        reg.segments[s].met = std::move(reg.segments[last].met);
        reg.segments.pop_back();
    }
    reg.kept_segments.clear();
}

void fit_lists(Registration& reg) {
    const std::size_t cells = reg.ground.map.faces.records.size();
    if (reg.present.size() >= cells) return;
    reg.present.resize(cells);
    reg.crossing.resize(cells);
    reg.meeting.resize(cells);
    reg.around.resize(cells);
}

std::string fault_of_cell(const Registration& reg, Face f, std::span<const Vec2> places) {
    std::vector<Face> ring;
    find_faces_around(reg.ground.map, f, ring);
    std::vector<int> numbers;
    for (const Face g : ring) numbers.push_back(g.index);
    if (numbers != reg.around[f.index]) return fmt::format("cell {} has another ring", f.index);
    std::vector<int> present, crossing;
    for (std::size_t i = 0; i < reg.cell.size(); ++i) {
        if (reg.cell[i] != f) continue;
        if (!contains(reg.ground, f, places[i])) return fmt::format("point {} is not in cell {}", i, f.index);
        present.push_back(static_cast<int>(i));
    }
    if (present != reg.present[f.index]) return fmt::format("cell {} lists other points", f.index);
    std::vector<Vec2> corners;
    corners_of(reg.ground, f, corners);
    for (std::size_t s = 0; s < reg.segments.size(); ++s) {
        const SegmentPlace& segment = reg.segments[s];
        const auto corner = [&](int i) { return corners[i]; };
        if (segment.from == f || segment.to == f ||
            (segment.from != segment.to &&
             meets_inside(segment.p, segment.q, static_cast<int>(corners.size()), corner)))
            crossing.push_back(static_cast<int>(s));
    }
    if (crossing != reg.crossing[f.index]) return fmt::format("cell {} lists other segments", f.index);
    return {};
}

}  // namespace

bool wants_split(const Registration& reg, const CellRule& rule, Face f) {
    return static_cast<int>(reg.present[f.index].size()) > rule.split_above &&
           level_of(reg.ground.map, f) < reg.ground.max_level;
}

Face wants_merge(const Registration& reg, const CellRule& rule, Face leaf) {
    const Face parent{reg.ground.map.faces[leaf.index].parent};
    if (!parent || !can_merge(reg.ground.map, parent)) return {};
    std::size_t sum = 0;
    for_each_child(reg.ground.map, parent, [&](Face c) { sum += reg.present[c.index].size(); });
    return static_cast<int>(sum) < rule.merge_below ? parent : Face{};
}

void split_registered(Registration& reg, Face f, std::span<const Vec2> places) {
    reg.kept_points.swap(reg.present[f.index]);
    reg.present[f.index].clear();
    reg.ring.swap(reg.around[f.index]);
    lift_segments(reg, f.index);
    split_cell(reg.ground, f, reg.change);
    fit_lists(reg);
    for_each_child(reg.ground.map, f, [&](Face c) {
        reg.present[c.index].clear();
        reg.crossing[c.index].clear();
        reg.meeting[c.index].clear();
        find_ring(reg, c.index);
    });
    for (const int c : reg.ring) find_ring(reg, c);
    reg.around[f.index].clear();
    for (const int i : reg.kept_points) add_point(reg, i, child_holding(reg, f, places[i]));
    reg.kept_points.clear();
    for (const int s : reg.kept_segments) {
        SegmentPlace& segment = reg.segments[s];
        if (segment.from == f) segment.from = child_holding(reg, f, segment.p);
        if (segment.to == f) segment.to = child_holding(reg, f, segment.q);
    }
    put_segments_back(reg);
}

void merge_registered(Registration& reg, Face f) {
    reg.kept_points.clear();
    reg.ring.clear();
    const auto is_child = [&](int c) { return reg.ground.map.faces[c].parent == f.index; };
    for_each_child(reg.ground.map, f, [&](Face c) {
        reg.kept_points.insert(reg.kept_points.end(), reg.present[c.index].begin(),
                               reg.present[c.index].end());
        for (const int n : reg.around[c.index])
            if (!is_child(n)) reg.ring.push_back(n);
        lift_segments(reg, c.index);
        reg.present[c.index].clear();
        reg.around[c.index].clear();
    });
    for (const int s : reg.kept_segments) {
        SegmentPlace& segment = reg.segments[s];
        if (is_child(segment.from.index)) segment.from = f;
        if (is_child(segment.to.index)) segment.to = f;
    }
    merge_cell(reg.ground, f, reg.change);
    std::sort(reg.ring.begin(), reg.ring.end());
    reg.ring.erase(std::unique(reg.ring.begin(), reg.ring.end()), reg.ring.end());
    find_ring(reg, f.index);
    for (const int c : reg.ring) find_ring(reg, c);
    std::sort(reg.kept_points.begin(), reg.kept_points.end());
    for (const int i : reg.kept_points) reg.cell[i] = f;
    reg.present[f.index] = reg.kept_points;
    reg.touched.push_back(f.index);
    put_segments_back(reg);
}

std::string find_fault(const Registration& reg, std::span<const Vec2> places) {
    std::string fault;
    for (std::size_t i = 0; i < reg.cell.size(); ++i)
        if (reg.cell[i] && !is_leaf(reg.ground.map, reg.cell[i]))
            return fmt::format("point {} is in no leaf", i);
    for (int f = 0; f < reg.ground.map.faces.slot_count() && fault.empty(); ++f) {
        if (is_leaf(reg.ground.map, Face{f}))
            fault = fault_of_cell(reg, Face{f}, places);
        else if (!reg.present[f].empty() || !reg.crossing[f].empty())
            fault = fmt::format("cell {} is no leaf and lists somebody", f);
    }
    return fault;
}

}  // namespace souple
