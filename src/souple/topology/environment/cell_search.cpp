// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/environment/cell_search.h"

namespace souple {

CellSearch make_cell_search(const Environment& ground) {
    CellSearch search{&ground, {}, {}};
    std::vector<Aabb> boxes;
    std::vector<Vec2> corners;
    for (int f = 0; f < ground.map.faces.slot_count(); ++f) {
        if (!is_leaf(ground.map, Face{f})) continue;
        search.leaves.push_back(f);
        corners_of(ground, Face{f}, corners);
        Aabb& box = boxes.emplace_back();
        for (const Vec2& p : corners) box.extend(Vec3(p.x(), p.y(), 0));
    }
    build(search.tree, boxes);
    return search;
}

Face find_cell(const CellSearch& search, const Vec2& p) {
    Aabb place;
    place.extend(Vec3(p.x(), p.y(), 0));
    int first = -1;
    visit_overlapping(search.tree, place, [&](int item) {
        const int f = search.leaves[item];
        if ((first < 0 || f < first) && contains(*search.ground, Face{f}, p)) first = f;
    });
    return {first};
}

}  // namespace souple
