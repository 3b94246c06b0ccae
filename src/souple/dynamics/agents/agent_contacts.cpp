// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/agent_contacts.h"

#include <algorithm>
#include <cmath>

#include "souple/core/parallel.h"
#include "souple/dynamics/agents/body_shape.h"

namespace souple {

namespace {

/// [m] the longest way of an agent in this step.
Real longest_move(CrowdBuffer& buffer) {
    const int count = static_cast<int>(buffer.x.size());
    buffer.block_moves.resize(block_count(count));
    parallel_for(
        block_count(count),
        [&](int b) {
            Real longest = 0;
            for (int i = b * agent_block; i < std::min(count, (b + 1) * agent_block); ++i) {
                const Real squared = (buffer.next[i] - buffer.x[i]).squaredNorm();
                if (squared > longest) longest = squared;  // (false for those who are gone)
            }
            buffer.block_moves[b] = longest;
        },
        8);
    Real longest = 0;
    for (const Real squared : buffer.block_moves) longest = std::max(longest, squared);
    return std::sqrt(longest);
}

/// Cuts the rows of the grid into strips that are higher than two agents reach and hold about a block of
/// them.
void cut_strips(Real reach, CrowdBuffer& buffer) {
    const PlaneGrid& grid = buffer.grid;
    const int count = static_cast<int>(grid.items.size());
    const int high = static_cast<int>(std::min(std::ceil(reach * grid.inv_cell), Real(grid.rows)));
    const int full = static_cast<int>(Real(agent_block) * grid.rows / std::max(count, 1));
    const int rows = std::max({high, full, 1});
    buffer.strip_count = (grid.rows + rows - 1) / rows;
    if (buffer.strip_count > static_cast<int>(buffer.strips.size())) buffer.strips.resize(buffer.strip_count);
    for (int s = 0; s < buffer.strip_count; ++s) {
        buffer.strips[s].begin = grid.start[s * rows * grid.columns];
        buffer.strips[s].end = grid.start[std::min((s + 1) * rows, grid.rows) * grid.columns];
    }
}

/// Pairs of one agent with those behind it in the grid that overlap now or may do so after a push.
void add_pairs_of_agent(const CrowdBuffer& buffer, int n, Real reach, Real margin, PairStrip& strip) {
    const PlaneGrid::Item& item = buffer.grid.items[n];
    const int i = item.index;
    visit_runs(buffer.grid, {item.x, item.y}, reach, [&](int begin, int end) {
        for (int m = std::max(begin, n + 1); m < end; ++m) {
            const PlaneGrid::Item& other = buffer.grid.items[m];
            const Real dx = other.x - item.x, dy = other.y - item.y;
            if (dx * dx + dy * dy > reach * reach) continue;
            const Real touch = buffer.discs[n].radius + buffer.discs[m].radius + margin;
            if ((buffer.next[other.index] - buffer.next[i]).squaredNorm() < touch * touch)
                strip.pairs.push_back({i, other.index});
        }
    });
}

/// Pairs in the order of the grid.
void find_pairs_of_agents(const CrowdPart& crowd, Real moved, Real margin, CrowdBuffer& buffer) {
    if (buffer.grid.items.empty()) {
        buffer.strip_count = 0;
        return;
    }
    const Real to_others = crowd.largest_radius + 2 * moved + margin;
    cut_strips(crowd.largest_radius + to_others, buffer);
    parallel_for(
        buffer.strip_count,
        [&](int s) {
            PairStrip& strip = buffer.strips[s];
            strip.pairs.clear();
            strip.leaning.clear();
            for (int n = strip.begin; n < strip.end; ++n) {
                const int i = buffer.grid.items[n].index;
                add_pairs_of_agent(buffer, n, buffer.discs[n].radius + to_others, margin, strip);
                if (!crowd.walls.empty())
                    visit_walls(
                        crowd, buffer.next[i], buffer.discs[n].radius + margin, [&](const Wall& wall) {
                            strip.leaning.push_back({i, static_cast<int>(&wall - crowd.walls.data())});
                        });
            }
        },
        1);
}

/// Agents that a section of a body may touch.
void find_agents_beside(const CrowdPart& crowd, Real moved, Real margin, CrowdBuffer& buffer) {
    buffer.beside.clear();
    for (std::size_t s = 0; s < crowd.sections.size(); ++s) {
        const BodySection& section = crowd.sections[s];
        Vec2 middle = Vec2::Zero();
        Real squared = 0;
        for (int k = section.corners.begin; k < section.corners.end(); ++k)
            middle += buffer.corner_next[k] / section.corners.count;
        for (int k = section.corners.begin; k < section.corners.end(); ++k)
            squared = std::max(squared, (buffer.corner_next[k] - middle).squaredNorm());
        const Real reach = std::sqrt(squared) + crowd.largest_radius + moved + margin;
        visit_near(
            buffer.grid, middle, [reach] { return reach * reach; },
            [&](const PlaneGrid::Item& item) {
                if ((Vec2(item.x, item.y) - middle).squaredNorm() <= reach * reach)
                    buffer.beside.push_back({item.index, static_cast<int>(s)});
            });
    }
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
    buffer.barred[agent] += depth * out;
    return depth;
}

/// Every second strip at once: what they push is not what others push.
void sweep_strips(CrowdBuffer& buffer, int first) {
    parallel_for((buffer.strip_count - first + 1) / 2,
                 [&](int k) {
                     PairStrip& strip = buffer.strips[first + 2 * k];
                     strip.depth = 0;
                     if (strip.is_quiet) return;
                     for (const AgentPair& pair : strip.pairs)
                         strip.depth = std::max(strip.depth, push_apart(buffer, pair));
                 },
                 1);
}

void sweep_walls(const CrowdPart& crowd, CrowdBuffer& buffer) {
    parallel_for(
        buffer.strip_count,
        [&](int s) {
            PairStrip& strip = buffer.strips[s];
            strip.wall_depth = 0;
            if (strip.is_quiet) return;
            for (const AgentPair& pair : strip.leaning)
                strip.wall_depth =
                    std::max(strip.wall_depth, push_from_wall(buffer, pair.a, crowd.walls[pair.b]));
        },
        1);
}

/// A strip where nobody was pushed, nor in the strips beside it, stays as it is. Returns the deepest overlap
/// that was met [m].
Real note_quiet_strips(CrowdBuffer& buffer) {
    const auto moved = [&](int s) {
        return s >= 0 && s < buffer.strip_count &&
               (buffer.strips[s].depth > 0 || buffer.strips[s].wall_depth > 0);
    };
    Real worst = 0;
    for (int s = 0; s < buffer.strip_count; ++s) {
        buffer.strips[s].is_quiet = !moved(s - 1) && !moved(s) && !moved(s + 1);
        worst = std::max({worst, buffer.strips[s].depth, buffer.strips[s].wall_depth});
    }
    return worst;
}

Real push_from_section(const CrowdPart& crowd, CrowdBuffer& buffer, int agent, const BodySection& section) {
    const Vec2 push =
        push_out_of(std::span(buffer.corner_next).subspan(section.corners.begin, section.corners.count),
                    buffer.next[agent], crowd.group(agent).radius);
    buffer.next[agent] += push;
    return push.norm();
}

}  // namespace

void separate_agents(const CrowdPart& crowd, CrowdBuffer& buffer) {
    const Real allowed = crowd.contact_depth * 2 * crowd.largest_radius, margin = 0.5 * crowd.largest_radius;
    const Real moved = longest_move(buffer);
    find_pairs_of_agents(crowd, moved, margin, buffer);
    find_agents_beside(crowd, moved, margin, buffer);
    for (int s = 0; s < buffer.strip_count; ++s) buffer.strips[s].is_quiet = false;
    buffer.counts.sweeps = buffer.counts.struck = 0;
    Real worst = 2 * allowed;
    for (int sweep = 0; sweep < crowd.contact_sweeps && worst > allowed; ++sweep) {
        sweep_strips(buffer, 0);
        sweep_strips(buffer, 1);
        sweep_walls(crowd, buffer);
        worst = note_quiet_strips(buffer);
        for (const AgentPair& pair : buffer.beside) {
            const Real depth = push_from_section(crowd, buffer, pair.a, crowd.sections[pair.b]);
            worst = std::max(worst, depth);
            if (sweep == 0 && depth > allowed) ++buffer.counts.struck;
        }
        if (!buffer.beside.empty())
            for (int s = 0; s < buffer.strip_count; ++s) buffer.strips[s].is_quiet = false;
        ++buffer.counts.sweeps;
    }
}

Real deepest_overlap(const CrowdPart& crowd, std::span<const Vec2> places, PlaneGrid& grid) {
    if (crowd.agent_count() == 0) return 0;
    build(grid, places, 2 * crowd.largest_radius, 4 * crowd.largest_radius);
    const int count = static_cast<int>(grid.items.size());
    std::vector<Real> deepest(block_count(count), 0);
    const auto meet = [&](int n, Real& depth) {
        const PlaneGrid::Item& item = grid.items[n];
        const Real radius = crowd.group(item.index).radius;
        visit_runs(grid, {item.x, item.y}, radius + crowd.largest_radius, [&](int begin, int end) {
            for (int m = std::max(begin, n + 1); m < end; ++m) {
                const Real dx = grid.items[m].x - item.x, dy = grid.items[m].y - item.y;
                const Real touch = radius + crowd.group(grid.items[m].index).radius;
                const Real squared = dx * dx + dy * dy;
                if (squared < touch * touch) depth = std::max(depth, touch - std::sqrt(squared));
            }
        });
    };
    parallel_for(
        block_count(count),
        [&](int b) {
            for (int n = b * agent_block; n < std::min(count, (b + 1) * agent_block); ++n)
                meet(n, deepest[b]);
        },
        8);
    return deepest.empty() ? 0 : *std::max_element(deepest.begin(), deepest.end());
}

}  // namespace souple
