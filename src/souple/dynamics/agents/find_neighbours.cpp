// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/find_neighbours.h"

#include <cmath>
#include <cstring>

#include "souple/core/parallel.h"
#include "souple/dynamics/scratch.h"
#include "souple/math/lanes.h"

namespace souple {

namespace {

/// Agents within a distance, in the order of the grid.
struct NearSlots {
    static constexpr int most = 64;
    std::array<Real, most> squared;  ///< [m^2]
    std::array<int, most> slot;
    int count = 0;
};

/// False when there may be more than there is room for.
bool gather_near(const PlaneGrid& grid, const Vec2& p, int self, Real squared_radius, NearSlots& near) {
    bool has_room = true;
    int count = 0;
    visit_runs(grid, p, std::sqrt(squared_radius), [&](int begin, int end) {
        has_room = has_room && count + end - begin <= NearSlots::most;
        if (!has_room) return;
        for (int n = begin; n < end; ++n) {
            const Real dx = grid.items[n].x - p.x(), dy = grid.items[n].y - p.y();
            const Real squared = dx * dx + dy * dy;
            near.squared[count] = squared;
            near.slot[count] = n;
            count += static_cast<int>(squared <= squared_radius) & static_cast<int>(n != self);
        }
    });
    near.count = count;
    return has_room;
}

/// Puts each where it belongs by counting how many are nearer, without a branch that depends on distances.
/// False when two are equally far, or there are too many for that.
bool rank_near(const PlaneGrid& grid, NearSlots& near, Neighbours& neighbours) {
    constexpr int most_ranked = 24;
    if (near.count > most_ranked) return false;
    std::array<std::int64_t, most_ranked> rank;
    for (int k = near.count; k % lane_count != 0; ++k) near.squared[k] = INFINITY;
    for (int k = 0; k < near.count; k += lane_count) {
        Lanes mine;
        std::memcpy(&mine, &near.squared[k], sizeof mine);
        LaneMask nearer{};
        for (int j = 0; j < near.count; ++j) nearer -= all_lanes(near.squared[j]) < mine;
        std::memcpy(&rank[k], &nearer, sizeof nearer);
    }
    std::int64_t sum = 0;
    for (int k = 0; k < near.count; ++k) {
        const int n = near.slot[k];
        neighbours.found[rank[k]] = {near.squared[k], grid.items[n].index, n};
        sum += rank[k];
    }
    neighbours.count = std::min(near.count, neighbours.most);
    return 2 * sum == near.count * (near.count - 1);  // (ranks are all different)
}

void look_through_grid(const PlaneGrid& grid, const Vec2& p, int self, Neighbours& neighbours) {
    visit_near(
        grid, p, [&] { return neighbours.squared_radius; },
        [&](const PlaneGrid::Item& item) {
            const Real dx = item.x - p.x(), dy = item.y - p.y();
            const int n = static_cast<int>(&item - grid.items.data());
            if (n != self) neighbours.add({dx * dx + dy * dy, item.index, n});
        });
}

/// Who is next to the one before has its neighbours about as far away: only those are sorted.
void find_in_grid(const PlaneGrid& grid, const Vec2& p, int self, Neighbours& neighbours) {
    constexpr Real first_room = 1.3, more_room = 1.6;  // squares: of the radius 14 % and 26 %
    const Real sight = neighbours.squared_radius;
    NearSlots near;
    bool is_complete = false;
    for (Real squared = std::min(neighbours.likely, sight);
         !is_complete && squared > 0 && gather_near(grid, p, self, squared, near);
         squared = std::min(more_room * squared, sight))
        is_complete = near.count >= neighbours.most || squared == sight;
    if (!is_complete) {
        look_through_grid(grid, p, self, neighbours);
    } else if (!rank_near(grid, near, neighbours)) {
        neighbours.count = 0;
        for (int k = 0; k < near.count; ++k)
            neighbours.add({near.squared[k], grid.items[near.slot[k]].index, near.slot[k]});
    }
    const bool is_full = neighbours.count == neighbours.most;
    neighbours.likely = is_full ? first_room * neighbours.found[neighbours.count - 1].squared : INFINITY;
}

}  // namespace

CrowdBuffers& buffers_of(const Model& model, Scratch& scratch) {
    if (!scratch.crowds || scratch.crowds.use_count() > 1) scratch.crowds = std::make_shared<CrowdBuffers>();
    if (scratch.crowds->of.size() != model.crowds.size()) scratch.crowds->of.resize(model.crowds.size());
    return *scratch.crowds;
}

void prepare_search(const CrowdPart& crowd, CrowdBuffer& buffer) {
    const int count = crowd.agent_count();
    const Real smallest = std::max(2 * crowd.largest_radius, Real(1e-3));  // (there may be bodies only)
    build(buffer.grid, buffer.x, smallest, std::max(smallest, crowd.farthest_sight));
    const std::vector<PlaneGrid::Item>& items = buffer.grid.items;
    buffer.discs.resize(items.size());
    parallel_for(static_cast<int>(items.size()), [&](int n) {
        const int i = items[n].index;
        buffer.discs[n] = {buffer.x[i], buffer.v[i], buffer.radius[i]};
    });
    buffer.queues.resize(block_count(count));
    if (crowd.search == NeighbourSearch::Grid) return;
    buffer.slot_of.resize(count);
    parallel_for(static_cast<int>(items.size()), [&](int n) { buffer.slot_of[items[n].index] = n; });
    if (crowd.search != NeighbourSearch::Tree) return;
    buffer.points.resize(count);
    buffer.boxes.resize(count);
    parallel_for(count, [&](int i) {
        const Vec2& p = buffer.x[i];
        buffer.points[i] = {p.x(), 0, p.y()};
        buffer.boxes[i] = {buffer.points[i], buffer.points[i]};
    });
    update(buffer.tree, buffer.boxes);
}

void find_neighbours(const CrowdPart& crowd, const CrowdBuffer& buffer, int slot, Real distance, int most,
                     CellQueue& queue, Neighbours& neighbours) {
    neighbours.count = 0;
    neighbours.most = most;
    neighbours.squared_radius = distance * distance;
    if (most == 0) return;
    const Vec2 p = buffer.discs[slot].x;
    const auto radius = [&] { return neighbours.squared_radius; };
    const auto look_at = [&](int other) {
        const int n = buffer.slot_of[other];
        const Vec2& q = buffer.discs[n].x;
        const Real dx = q.x() - p.x(), dy = q.y() - p.y();
        if (n != slot) neighbours.add({dx * dx + dy * dy, other, n});
    };
    switch (crowd.search) {
        case NeighbourSearch::Grid:
            find_in_grid(buffer.grid, p, slot, neighbours);
            break;
        case NeighbourSearch::Tree: {
            const Vec3 place{p.x(), 0, p.y()};
            visit_leaves(
                buffer.tree, [&](const Aabb& box) { return squared_distance(box, place) <= radius(); },
                [&](int begin, int end) {
                    for (int k = begin; k < end; ++k)
                        if (is_there(buffer.x[buffer.tree.order[k]])) look_at(buffer.tree.order[k]);
                });
            break;
        }
        case NeighbourSearch::Map:
            visit_near(buffer.cells, buffer.cells.cell[buffer.grid.items[slot].index], p, radius, queue,
                       look_at);
            break;
    }
}

}  // namespace souple
