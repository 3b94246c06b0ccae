// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/curved/surface_ways.h"

#include <functional>
#include <limits>
#include <queue>
#include <tuple>

namespace souple {

namespace {

constexpr Real no_way = std::numeric_limits<Real>::infinity();

Vec3 middle_of_side(const RootTriangle& root, int side) {
    return (root.corners[side] + root.corners[(side + 1) % 3]) / 2;
}
bool is_gate(const RootTriangle& root, int side) { return root.neighbour[side] >= 0 && !root.wall[side]; }

/// The side of a triangle through which the way from p is shortest, not back through `entry`; -1: none.
int best_side(const CurvedGround& ground, const SurfaceWays& ways, int root, int entry, const Vec3& p) {
    Real least = no_way;
    int best = -1;
    for (int side = 0; side < 3; ++side) {
        if (side == entry || !is_gate(ground.roots[root], side)) continue;
        const Real length =
            (middle_of_side(ground.roots[root], side) - p).norm() + ways.cost[3 * root + side];
        if (length >= least) continue;
        least = length;
        best = side;
    }
    return best;
}

}  // namespace

SurfaceWays find_ways_to(const CurvedGround& ground, const Vec3& goal) {
    SurfaceWays ways;
    ways.root = locate_by_search(ground, goal).root;
    ways.goal = goal;
    ways.cost.assign(3 * ground.roots.size(), no_way);
    using Entry = std::tuple<Real, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    // the sides through which one comes into a triangle, to go on from there to a place in it
    const auto lead_to = [&](int root, int exit, const Vec3& place, Real length) {
        const RootTriangle& into = ground.roots[root];
        for (int side = 0; side < 3; ++side) {
            if (side == exit || !is_gate(into, side)) continue;
            const int gate = 3 * into.neighbour[side] + into.neighbour_side[side];
            const Real longer = length + (middle_of_side(into, side) - place).norm();
            if (longer >= ways.cost[gate] || !is_gate(ground.roots[gate / 3], gate % 3)) continue;
            ways.cost[gate] = longer;
            queue.emplace(longer, gate);
        }
    };
    lead_to(ways.root, -1, goal, 0);
    while (!queue.empty()) {
        const Real length = std::get<0>(queue.top());
        const int gate = std::get<1>(queue.top());
        queue.pop();
        if (length > ways.cost[gate]) continue;
        lead_to(gate / 3, gate % 3, middle_of_side(ground.roots[gate / 3], gate % 3), length);
    }
    return ways;
}

Vec3 place_ahead(const CurvedGround& ground, const SurfaceWays& ways, int root, const Vec3& x, Real ahead) {
    Vec3 at = x;
    int entry = -1;
    for (Real gone = 0; root != ways.root;) {
        const int side = best_side(ground, ways, root, entry, at);
        if (side < 0) return at;
        const RootTriangle& here = ground.roots[root];
        const Vec3 next = middle_of_side(here, side);
        gone += (next - at).norm();
        at = next;
        if (gone >= ahead) return at;
        root = here.neighbour[side];
        entry = here.neighbour_side[side];
    }
    return ways.goal;
}

}  // namespace souple
