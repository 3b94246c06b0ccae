// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/agent_contacts.h"

#include <algorithm>
#include <cmath>

#include "souple/core/parallel.h"

namespace souple {

namespace {

Real largest_move(const CrowdBuffer& buffer) {
    Real largest = 0;
    for (std::size_t i = 0; i < buffer.x.size(); ++i) {
        const Real squared = (buffer.next[i] - buffer.x[i]).squaredNorm();
        if (squared > largest) largest = squared;  // (false for those who are gone)
    }
    return std::sqrt(largest);
}

/// Pairs that overlap now or may do so after a push, in the order of the grid.
void find_pairs_of_agents(const CrowdPart& crowd, Real margin, CrowdBuffer& buffer) {
    const int count = static_cast<int>(buffer.grid.items.size()), blocks = block_count(count);
    buffer.pairs.resize(blocks);
    buffer.leaning.resize(blocks);
    const Real moved = 2 * largest_move(buffer);
    parallel_for(
        blocks,
        [&](int b) {
            buffer.pairs[b].clear();
            buffer.leaning[b].clear();
            for (int n = b * agent_block; n < std::min(count, (b + 1) * agent_block); ++n) {
                const PlaneGrid::Item& item = buffer.grid.items[n];
                const int i = item.index;
                const Real reach = buffer.radius[i] + crowd.largest_radius + moved + margin;
                visit_near(
                    buffer.grid, {item.x, item.y}, [reach] { return reach * reach; },
                    [&](const PlaneGrid::Item& other) {
                        if (other.index <= i) return;
                        const Real touch = buffer.radius[i] + buffer.radius[other.index] + margin;
                        if ((buffer.next[other.index] - buffer.next[i]).squaredNorm() < touch * touch)
                            buffer.pairs[b].push_back({i, other.index});
                    });
                if (!crowd.walls.empty())
                    visit_walls(crowd, buffer.next[i], buffer.radius[i] + margin, [&](const Wall& wall) {
                        buffer.leaning[b].push_back({i, static_cast<int>(&wall - crowd.walls.data())});
                    });
            }
        },
        1);
}

/// Returns how deep they overlapped [m].
Real push_apart(CrowdBuffer& buffer, const AgentPair& pair) {
    const Vec2 way = buffer.next[pair.b] - buffer.next[pair.a];
    const Real touch = buffer.radius[pair.a] + buffer.radius[pair.b], squared = way.squaredNorm();
    if (squared >= touch * touch) return 0;
    const Real d = std::sqrt(squared), depth = touch - d;
    const Vec2 push = d > 0 ? Vec2(depth / 2 / d * way) : Vec2(depth / 2, 0);
    buffer.next[pair.a] -= push;
    buffer.next[pair.b] += push;
    return depth;
}

/// Walls are seen from their left, where one may walk.
Real push_from_wall(CrowdBuffer& buffer, int agent, const Wall& wall) {
    const Vec2 side = wall.b - wall.a;
    const Real share =
        std::clamp((buffer.next[agent] - wall.a).dot(side) / side.squaredNorm(), Real(0), Real(1));
    const Vec2 way = buffer.next[agent] - (wall.a + share * side);
    const Real d = way.norm(), depth = buffer.radius[agent] - d;
    if (depth <= 0) return 0;
    const Vec2 left = Vec2(-side.y(), side.x()).normalized();
    const Vec2 out = d > 0 && left.dot(way) >= 0 ? Vec2(way / d) : left;
    buffer.next[agent] += depth * out;
    return depth;
}

}  // namespace

void separate_agents(const CrowdPart& crowd, CrowdBuffer& buffer) {
    const Real allowed = crowd.contact_depth * 2 * crowd.largest_radius;
    find_pairs_of_agents(crowd, 0.5 * crowd.largest_radius, buffer);
    buffer.counts.sweeps = 0;
    Real worst = 2 * allowed;
    for (int sweep = 0; sweep < crowd.contact_sweeps && worst > allowed; ++sweep) {
        worst = 0;
        for (const auto& block : buffer.pairs)
            for (const AgentPair& pair : block) worst = std::max(worst, push_apart(buffer, pair));
        for (const auto& block : buffer.leaning)
            for (const AgentPair& pair : block)
                worst = std::max(worst, push_from_wall(buffer, pair.a, crowd.walls[pair.b]));
        ++buffer.counts.sweeps;
    }
}

Real deepest_overlap(const CrowdPart& crowd, std::span<const Vec2> places, PlaneGrid& grid) {
    build(grid, places, 2 * crowd.largest_radius, 4 * crowd.largest_radius);
    Real deepest = 0;
    for (const PlaneGrid::Item& item : grid.items) {
        const Real radius = crowd.group(item.index).radius, reach = radius + crowd.largest_radius;
        visit_near(
            grid, {item.x, item.y}, [reach] { return reach * reach; },
            [&](const PlaneGrid::Item& other) {
                if (other.index <= item.index) return;
                const Real d = std::hypot(other.x - item.x, other.y - item.y);
                deepest = std::max(deepest, radius + crowd.group(other.index).radius - d);
            });
    }
    return deepest;
}

}  // namespace souple
