// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The way between two first cells of a curved surface or a space around obstacles: the shortest row of gates,
// which are the middles of the sides or faces between cells (002 F2.46).
#pragma once

#include <algorithm>
#include <queue>
#include <tuple>
#include <vector>

#include "souple/topology/curved/curved_ground.h"
#include "souple/topology/space/space.h"

namespace souple {

/// A gate, and the cell it leads into.
struct WayPoint {
    int cell = -1;
    Vec3 point = Vec3::Zero();  ///< [m]
};

/// Calls fn(WayPoint) for the gates out of a cell of the first mesh, which has not been split.
template <class Fn>
void for_each_gate(const CurvedGround& ground, int cell, OrbitRoom&, const Fn& fn) {
    const RootTriangle& root = ground.roots[cell];
    for (int side = 0; side < 3; ++side)
        if (root.neighbour[side] >= 0 && !root.wall[side])
            fn(WayPoint{root.neighbour[side], (root.corners[side] + root.corners[(side + 1) % 3]) / 2});
}
template <class Fn>
void for_each_gate(const Space& space, int cell, OrbitRoom& room, const Fn& fn) {
    find_volume_darts(space.map, dart_of(space.map, VolumeCell{cell}), room);
    for (const int d : room.darts)
        if (can_pass(space, Dart{d}))
            fn(WayPoint{volume_of(space.map, phi3(space.map, Dart{d})).index,
                        space.hub[face_of(space.map, Dart{d})]});
}

/// The gates on the way, and the goal last; empty when there is none. Shortest among rows of gates
/// (Dijkstra), so somewhat longer than a string pulled tight.
template <class Ground>
std::vector<WayPoint> find_way(const Ground& ground, const WayPoint& from, const WayPoint& to) {
    struct Visit {
        Real length = 1e300;  ///< [m]
        WayPoint gate;
        int before = -1;
    };
    std::vector<Visit> visits(cell_slots(ground));
    using Entry = std::tuple<Real, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    OrbitRoom room;
    visits[from.cell] = {0, from, -1};
    queue.emplace(0, from.cell);
    while (!queue.empty() && std::get<1>(queue.top()) != to.cell) {
        const Real length = std::get<0>(queue.top());
        const int cell = std::get<1>(queue.top());
        queue.pop();
        const Visit here = visits[cell];
        if (length > here.length) continue;
        for_each_gate(ground, cell, room, [&](const WayPoint& gate) {
            const Real longer = length + (gate.point - here.gate.point).norm();
            if (longer >= visits[gate.cell].length) return;
            visits[gate.cell] = {longer, gate, cell};
            queue.emplace(longer, gate.cell);
        });
    }
    if (queue.empty()) return {};
    std::vector<WayPoint> way{to};
    for (int cell = to.cell; cell != from.cell; cell = visits[cell].before) way.push_back(visits[cell].gate);
    std::reverse(way.begin(), way.end());
    return way;
}

}  // namespace souple
