// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Worlds with one cloth that refines itself, for tests.
#pragma once

#include <numeric>

#include "souple/dynamics/adapt/change_leaves.h"
#include "souple/dynamics/adapt/find_folds.h"
#include "souple/dynamics/measure.h"
#include "souple/models/cloth.h"
#include "souple/topology/levels.h"

namespace souple {

/// As in the source, it meets neither itself nor other cloth.
inline ClothDef adaptive_grid(int columns, int rows) {
    ClothDef def;
    def.part.self_contact = false;
    def.part.touches = Touches::Bodies;
    def.columns = columns;
    def.rows = rows;
    def.density = 0.2;
    def.stiffness = 50;
    def.adapt = RefineRule{};
    return def;
}

/// Triangles of all sizes that cover the unit square.
inline ClothDef adaptive_mesh() {
    ClothDef def = adaptive_grid(1, 1);
    def.law = ClothLaw::VanGelder;
    def.mesh.points = {{0, 0, 0},      {1, 0, 0},       {1, 0, -1},     {0, 0, -1},
                       {0.3, 0, -0.2}, {0.7, 0, -0.55}, {0.35, 0, -0.8}};
    def.mesh.triangles = {{0, 1, 4}, {1, 5, 4}, {1, 2, 5}, {2, 6, 5},
                          {2, 3, 6}, {3, 0, 4}, {3, 4, 6}, {4, 5, 6}};
    return def;
}

inline World world_of(const ClothDef& def) {
    World world;
    world.model.gravity.setZero();
    add_cloth(world, def);
    return world;
}

inline std::vector<int> leaf_faces(const World& world) {
    std::vector<int> faces;
    const Map2& map = world.state.leaves[0].map;
    for (int slot = 0; slot < map.faces.slot_count(); ++slot)
        if (is_leaf(map, Face{slot})) faces.push_back(slot);
    return faces;
}

/// Divides every third leaf, `times` times over: T-junctions everywhere.
inline void divide_some(World& world, int times) {
    for (int k = 0; k < times; ++k) {
        std::vector<int> some;
        for (const int face : leaf_faces(world))
            if (face % 3 == k % 3) some.push_back(face);
        divide_faces(0, some, world.state, world.model);
    }
}

/// Puts the cloth where an affine map takes its rest shape.
inline void deform(World& world, const Mat3& map) {
    for (std::size_t p = 0; p < world.state.x.size(); ++p) world.state.x[p] = map * world.model.point_rest[p];
}

inline Real spring_energy(const World& world) {
    return elastic_energy(world.model, world.control, world.state, world.model.parts[0]);
}

}  // namespace souple
