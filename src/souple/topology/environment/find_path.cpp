// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/environment/find_path.h"

#include <algorithm>
#include <queue>
#include <tuple>

#include "souple/topology/environment/tracking.h"
#include "souple/topology/walks.h"

namespace souple {

namespace {

/// The sides to go through, from the first cell to the last; false when there is no way.
bool find_sides(const Environment& ground, Face first, Face last, const Vec2& from, const Vec2& to,
                std::vector<Dart>& sides) {
    const int darts = ground.map.darts.slot_count();
    std::vector<Real> cost(darts, 1e300);
    std::vector<int> before(darts, -1);
    using Entry = std::tuple<Real, int>;  // estimate of the whole way, then the side
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    const auto reach = [&](Dart side, Real way, int previous) {
        if (!can_pass(ground, side) || way >= cost[side.index]) return;
        cost[side.index] = way;
        before[side.index] = previous;
        open.emplace(way + (to - middle_of(ground, side)).norm(), side.index);
    };
    for_each_dart(ground.map, first, [&](Dart d) { reach(d, (middle_of(ground, d) - from).norm(), -1); });
    while (!open.empty()) {
        const Real estimate = std::get<0>(open.top());
        const int index = std::get<1>(open.top());
        open.pop();
        const Dart side{index};
        const Vec2 place = middle_of(ground, side);
        if (estimate > cost[index] + (to - place).norm()) continue;
        const Face cell = face_of(ground.map, phi2(ground.map, side));
        if (cell == last) {
            for (int d = index; d >= 0; d = before[d]) sides.push_back(Dart{d});
            std::reverse(sides.begin(), sides.end());
            return true;
        }
        for_each_dart(ground.map, cell,
                      [&](Dart d) { reach(d, cost[index] + (middle_of(ground, d) - place).norm(), index); });
    }
    return false;
}

/// Whether a wall starts or ends at a vertex.
bool is_at_wall(const Environment& ground, Vertex v) {
    bool found = false;
    for_each_dart(ground.map, v, [&](Dart d) {
        const Face f = face_of(ground.map, d), g = face_of(ground.map, phi2(ground.map, d));
        found |= !f || !g || is_obstacle(ground, f) || is_obstacle(ground, g) ||
                 is_wall(ground, edge_of(ground.map, d));
    });
    return found;
}

PathGap gap_of(const Environment& ground, Dart d, Real clearance) {
    const Vec2 right = start_of(ground, d), left = finish_of(ground, d), way = left - right;
    const Real length = way.norm();
    const Vec2 inwards = length > 2 * clearance ? Vec2(clearance / length * way) : Vec2(way / 2);
    const bool right_wall = is_at_wall(ground, vertex_of(ground.map, d));
    const bool left_wall = is_at_wall(ground, end_of(ground.map, d));
    return {{right_wall ? Vec2(right + inwards) : right, right_wall},
            {left_wall ? Vec2(left - inwards) : left, left_wall}};
}

/// Pulls a string through the gaps: the two sides of a funnel close until they cross.
void pull_string(const Vec2& from, const std::vector<PathGap>& gaps, std::vector<PathBend>& path) {
    path.clear();
    Vec2 apex = from;
    PathBend left = gaps[0].left, right = gaps[0].right;
    std::size_t at_left = 0, at_right = 0;
    for (std::size_t k = 1; k < gaps.size(); ++k) {
        if (orient(apex, right.place, gaps[k].right.place) >= 0) {
            if (apex == right.place || orient(apex, left.place, gaps[k].right.place) < 0) {
                right = gaps[k].right;
                at_right = k;
            } else {  // the right side went over the left one: it bends there
                path.push_back(left);
                apex = left.place;
                right = left;
                k = at_right = at_left;
                continue;
            }
        }
        if (orient(apex, left.place, gaps[k].left.place) <= 0) {
            if (apex == left.place || orient(apex, right.place, gaps[k].left.place) > 0) {
                left = gaps[k].left;
                at_left = k;
            } else {
                path.push_back(right);
                apex = right.place;
                left = right;
                k = at_left = at_right;
            }
        }
    }
}

/// Leaves out bends away from walls where the straight way is free: other cells than those of the string
/// serve too.
void straighten(const Environment& ground, Face first, const Vec2& from, std::vector<PathBend>& path) {
    for (bool changed = true; changed;) {
        changed = false;
        Vec2 last = from;
        Face cell = first;
        for (std::size_t k = 0; k + 1 < path.size(); ++k) {
            if (!path[k].at_wall && !track(ground, cell, last, path[k + 1].place).wall) {
                path.erase(path.begin() + static_cast<std::ptrdiff_t>(k));
                changed = true;
                break;
            }
            cell = track(ground, cell, last, path[k].place).cell;
            last = path[k].place;
        }
    }
}

}  // namespace

void pull_tight(const Environment& ground, Face first, const Vec2& from, const Vec2& to, Real clearance,
                PathRoom& room) {
    room.gaps.clear();
    for (const Dart d : room.sides) room.gaps.push_back(gap_of(ground, d, clearance));
    room.gaps.push_back({{to, false}, {to, false}});
    pull_string(from, room.gaps, room.bends);
    if (room.bends.empty() || room.bends.back().place != to) room.bends.push_back({to, false});
    straighten(ground, first, from, room.bends);
}

std::vector<Vec2> find_path(const Environment& ground, const Vec2& from, const Vec2& to, Real clearance) {
    const Face first = locate_by_search(ground, from), last = locate_by_search(ground, to);
    if (!first || !last || is_obstacle(ground, first) || is_obstacle(ground, last)) return {};
    if (first == last) return {to};
    PathRoom room;
    if (!find_sides(ground, first, last, from, to, room.sides)) return {};
    pull_tight(ground, first, from, to, clearance, room);
    std::vector<Vec2> path;
    for (const PathBend& bend : room.bends) path.push_back(bend.place);
    return path;
}

}  // namespace souple
