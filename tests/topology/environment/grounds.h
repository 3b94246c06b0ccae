// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Environments for tests, and random changes to them.
#pragma once

#include <vector>

#include "souple/core/rng.h"
#include "souple/topology/environment/environment_shapes.h"
#include "souple/topology/levels.h"
#include "souple/topology/walks.h"

namespace souple {

/// 8 x 8 [m] of quads or triangles.
inline Environment open_ground(bool triangles, int max_level = 5) {
    RectangleGround ground;
    ground.high = {8, 8};
    ground.cell = 2;
    ground.triangles = triangles;
    return make_environment(ground_of(ground, "open ground"), max_level);
}

/// 10 x 8 [m] with two blocks in it; the second also has its faces left out: a hole in the map.
inline Environment ground_with_blocks(bool as_hole, int max_level = 4) {
    RectangleGround ground;
    ground.high = {10, 8};
    ground.cell = 2;
    ground.obstacles = {{{3, 3}, {5, 5}}, {{7, 1}, {8, 6}}};
    GroundMesh mesh = ground_of(ground, "ground with blocks");
    if (!as_hole) return make_environment(mesh, max_level);
    GroundMesh holed;
    holed.name = mesh.name;
    std::vector<int> number(mesh.points.size(), -1);
    for (std::size_t f = 0; f < mesh.obstacle.size(); ++f) {
        if (mesh.obstacle[f]) continue;
        std::vector<int> corners;
        for (int c = mesh.polygons.begin[f]; c < mesh.polygons.begin[f + 1]; ++c) {
            int& p = number[mesh.polygons.corners[c]];
            if (p < 0) {
                p = static_cast<int>(holed.points.size());
                holed.points.push_back(mesh.points[mesh.polygons.corners[c]]);
            }
            corners.push_back(p);
        }
        holed.polygons.add(corners);
    }
    return make_environment(holed, max_level);
}

/// An L with a triangle and a slanted square as obstacles.
inline Environment slanted_ground(int max_level = 4) {
    PolygonGround ground;
    ground.outline = {{0, 0}, {9, 0.3}, {9.7, 4.1}, {4.2, 4.4}, {4, 9}, {-0.3, 8.7}};
    ground.obstacles = {{{1, 1}, {2.2, 1.3}, {1.4, 2.6}}, {{6, 1.5}, {7, 2.1}, {6.4, 3.1}, {5.4, 2.5}}};
    return make_environment(ground_of(ground, "slanted ground"), max_level);
}

inline Face random_leaf(const Map2& map, Rng& rng) {
    std::vector<Face> leaves;
    for_each_face(map, [&](Face f) { leaves.push_back(f); });
    return leaves[rng.next() % leaves.size()];
}

/// A place in an environment; half of them on a coarse lattice, so that many are on sides and corners.
inline Vec2 random_place(const Environment& ground, Rng& rng) {
    PlaneBox box;
    for_each_vertex(ground.map, [&](Vertex v) { box.add(ground.place[v]); });
    for (;;) {
        Vec2 p{rng.uniform(box.low.x(), box.high.x()), rng.uniform(box.low.y(), box.high.y())};
        if (rng.uniform() < 0.5) p = (4 * p).array().round() / 4;
        if (locate_by_search(ground, p)) return p;
    }
}

}  // namespace souple
