// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/environment/registration.h"

#include <algorithm>

#include "souple/core/parallel.h"
#include "souple/topology/environment/tracking.h"
#include "souple/topology/walks.h"

namespace souple {

namespace {

void insert_sorted(std::vector<int>& list, int value) {
    list.insert(std::lower_bound(list.begin(), list.end(), value), value);
}
void erase_sorted(std::vector<int>& list, int value) {
    list.erase(std::lower_bound(list.begin(), list.end(), value));
}
void add_once(std::vector<int>& list, int value) {
    const auto place = std::lower_bound(list.begin(), list.end(), value);
    if (place == list.end() || *place != value) list.insert(place, value);
}

/// Whether a segment goes through the inside of a leaf.
bool passes_through(const Environment& ground, Face f, const Vec2& p, const Vec2& q) {
    bool left = false, right = false;
    const Dart first = dart_of(ground.map, f);
    Dart d = first;
    do {
        const Dart next = phi1(ground.map, d);
        const Vec2 &a = start_of(ground, d), &b = start_of(ground, next);
        if (orient(a, b, p) <= 0 && orient(a, b, q) <= 0) return false;
        const int side = p == q ? 0 : orient(p, q, a);
        left |= side > 0;
        right |= side < 0;
        d = next;
    } while (d != first);
    return p == q || (left && right);
}

/// Writes down the cells from one end to the other.
void find_crossed(Registration& reg, SegmentPlace& segment) {
    segment.crossed.clear();
    add_once(segment.crossed, segment.from.index);
    add_once(segment.crossed, segment.to.index);
    segment.met = segment.crossed;
    if (segment.from == segment.to) return;
    Face f = segment.from;
    bool arrived = false;
    for (int left = most_crossings(reg.ground); left > 0 && !arrived; --left) {
        add_once(segment.met, f.index);
        if (passes_through(reg.ground, f, segment.p, segment.q)) add_once(segment.crossed, f.index);
        const LineExit exit = exit_of(reg.ground, f, segment.p, segment.q);
        arrived = exit.arrived;
        if (arrived || !exit.side || is_border(reg.ground.map, phi2(reg.ground.map, exit.side))) break;
        f = face_of(reg.ground.map, phi2(reg.ground.map, exit.side));
    }
    if (arrived) return;
    ++reg.searches;  // a hole lies on the way: look at all cells
    PlaneBox box;
    box.add(segment.p);
    box.add(segment.q);
    for_each_face(reg.ground.map, [&](Face g) {
        const PlaneBox& other = reg.ground.box[g];
        if ((box.low.array() > other.high.array()).any() || (other.low.array() > box.high.array()).any())
            return;
        add_once(segment.met, g.index);
        if (passes_through(reg.ground, g, segment.p, segment.q)) add_once(segment.crossed, g.index);
    });
}

void write_down(Registration& reg, int s) {
    for (const int c : reg.segments[s].crossed) insert_sorted(reg.crossing[c], s);
    for (const int c : reg.segments[s].met) insert_sorted(reg.meeting[c], s);
}
void strike_out(Registration& reg, int s) {
    for (const int c : reg.segments[s].crossed) erase_sorted(reg.crossing[c], s);
    for (const int c : reg.segments[s].met) erase_sorted(reg.meeting[c], s);
}

}  // namespace

Registration register_nobody(Environment ground) {
    Registration reg;
    reg.ground = std::move(ground);
    const std::size_t cells = reg.ground.map.faces.records.size();
    reg.present.resize(cells);
    reg.crossing.resize(cells);
    reg.meeting.resize(cells);
    reg.around.resize(cells);
    for_each_face(reg.ground.map, [&](Face f) {
        find_faces_around(reg.ground.map, f, reg.found);
        for (const Face g : reg.found) reg.around[f.index].push_back(g.index);
    });
    return reg;
}

void add_point(Registration& reg, int point, Face cell) {
    if (point >= static_cast<int>(reg.cell.size())) reg.cell.resize(point + 1);
    reg.cell[point] = cell;
    insert_sorted(reg.present[cell.index], point);
    reg.touched.push_back(cell.index);
}

void remove_point(Registration& reg, int point) {
    erase_sorted(reg.present[reg.cell[point].index], point);
    reg.touched.push_back(reg.cell[point].index);
    reg.cell[point] = {};
}

void change_cell(Registration& reg, int point, Face cell) {
    remove_point(reg, point);
    add_point(reg, point, cell);
    ++reg.changes;
}

void move_points(Registration& reg, std::span<const Vec2> from, std::span<const Vec2> to) {
    const int count = static_cast<int>(reg.cell.size());
    reg.arrivals.resize(count);
    parallel_for(count, [&](int i) {
        if (!reg.cell[i]) return;
        const TrackEnd end = track_freely(reg.ground, reg.cell[i], from[i], to[i]);
        reg.arrivals[i] = {end.cell ? end.cell : reg.cell[i], end.searched_all};
    });
    for (int i = 0; i < count; ++i) {
        if (!reg.cell[i]) continue;
        ++reg.moves;
        reg.searches += reg.arrivals[i].searched ? 1 : 0;
        if (reg.arrivals[i].cell != reg.cell[i]) change_cell(reg, i, reg.arrivals[i].cell);
    }
}

int add_segment(Registration& reg, const Vec2& p, Face from, const Vec2& q, Face to) {
    const int s = static_cast<int>(reg.segments.size());
    reg.segments.push_back({p, q, from, to, {}, {}});
    find_crossed(reg, reg.segments[s]);
    write_down(reg, s);
    return s;
}

void move_segment(Registration& reg, int s, const Vec2& p, const Vec2& q) {
    SegmentPlace& segment = reg.segments[s];
    const Face from = track_freely(reg.ground, segment.from, segment.p, p).cell;
    const Face to = track_freely(reg.ground, segment.to, segment.q, q).cell;
    const bool stays = segment.from == segment.to && from == segment.from && to == segment.to;
    segment.p = p;
    segment.q = q;
    if (stays) return;
    strike_out(reg, s);
    segment.from = from;
    segment.to = to;
    find_crossed(reg, segment);
    write_down(reg, s);
}

void find_cells_around(const Registration& reg, int s, std::vector<int>& cells) {
    const std::vector<int>& crossed = reg.segments[s].crossed;
    cells.clear();
    for (const int c : crossed)
        for (const int n : reg.around[c])
            if (!std::binary_search(crossed.begin(), crossed.end(), n)) cells.push_back(n);
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
}

}  // namespace souple
