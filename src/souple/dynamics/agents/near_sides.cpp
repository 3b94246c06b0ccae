// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/near_sides.h"

namespace souple {

void find_near_sides(const Registration& cells, Face start, const Vec2& p, Real distance, CellQueue& queue,
                     NearSides& sides) {
    const Real squared = distance * distance;
    queue.start();
    queue.marked = 0;
    queue.push(start.index);
    for (std::size_t k = 0; k < queue.cells.size(); ++k) {
        const int cell = queue.cells[k];
        if (squared_distance(cells.ground.box[Face{cell}], p) > squared) continue;
        for (const int side : cells.crossing[cell]) sides.add(side);
        for (const int c : cells.around[cell])
            if (squared_distance(cells.ground.box[Face{c}], p) <= squared) queue.push(c);
        if (!cells.ground.is_convex) cross_holes(cells.ground, Face{cell}, p, squared, queue);
    }
}

}  // namespace souple
