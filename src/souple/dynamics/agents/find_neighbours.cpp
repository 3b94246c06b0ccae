// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/find_neighbours.h"

#include <cmath>

#include "souple/core/parallel.h"

namespace souple {

CrowdBuffers& buffers_of(const Model& model, Scratch& scratch) {
    if (!scratch.crowds || scratch.crowds.use_count() > 1) scratch.crowds = std::make_shared<CrowdBuffers>();
    if (scratch.crowds->of.size() != model.crowds.size()) scratch.crowds->of.resize(model.crowds.size());
    return *scratch.crowds;
}

void prepare_search(const CrowdPart& crowd, CrowdBuffer& buffer) {
    const int count = crowd.agent_count();
    const Real smallest = std::max(2 * crowd.largest_radius, Real(1e-3));  // (there may be bodies only)
    build(buffer.grid, buffer.x, smallest, std::max(smallest, crowd.farthest_sight));
    buffer.queues.resize(block_count(count));
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

void find_neighbours(const CrowdPart& crowd, const CrowdBuffer& buffer, int agent, Real distance, int most,
                     CellQueue& queue, Neighbours& neighbours) {
    neighbours.count = 0;
    neighbours.most = most;
    neighbours.squared_radius = distance * distance;
    if (most == 0) return;
    const Vec2 p = buffer.x[agent];
    const auto radius = [&] { return neighbours.squared_radius; };
    const auto look_at = [&](Real x, Real y, int other) {
        const Real dx = x - p.x(), dy = y - p.y();
        if (other != agent) neighbours.add(dx * dx + dy * dy, other);
    };
    switch (crowd.search) {
        case NeighbourSearch::Grid:
            visit_near(buffer.grid, p, radius,
                       [&](const PlaneGrid::Item& item) { look_at(item.x, item.y, item.index); });
            break;
        case NeighbourSearch::Tree: {
            const Vec3 place{p.x(), 0, p.y()};
            visit_leaves(
                buffer.tree, [&](const Aabb& box) { return squared_distance(box, place) <= radius(); },
                [&](int begin, int end) {
                    for (int k = begin; k < end; ++k) {
                        const int other = buffer.tree.order[k];
                        look_at(buffer.x[other].x(), buffer.x[other].y(), other);
                    }
                });
            break;
        }
        case NeighbourSearch::Map:
            visit_near(buffer.cells, buffer.cells.cell[agent], p, radius, queue,
                       [&](int other) { look_at(buffer.x[other].x(), buffer.x[other].y(), other); });
            break;
    }
}

}  // namespace souple
