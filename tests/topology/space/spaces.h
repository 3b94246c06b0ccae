// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Spaces for tests, and random changes to them.
#pragma once

#include <vector>

#include "souple/core/rng.h"
#include "souple/topology/space/space.h"
#include "souple/topology/volumes/levels3.h"

namespace souple {

inline HexahedronMesh grid_mesh(int nx, int ny, int nz) {
    HexahedronMesh mesh = make_hexahedron_grid({Vec3::Zero(), 4 * Vec3(nx, ny, nz)}, {nx, ny, nz});
    mesh.name = "grid";
    return mesh;
}

/// The same with every point out of place by up to `amount` [m]: faces are not flat.
inline HexahedronMesh bent_mesh(int nx, int ny, int nz, Real amount = 0.4) {
    HexahedronMesh mesh = grid_mesh(nx, ny, nz);
    mesh.name = "bent";
    Rng rng{5};
    for (Vec3& p : mesh.points)
        for (int axis = 0; axis < 3; ++axis) p[axis] += rng.uniform(-amount, amount);
    return mesh;
}

/// A grid of cells in frames of their own: the corners of each are turned about a diagonal.
inline HexahedronMesh turned_mesh(int nx, int ny, int nz) {
    HexahedronMesh mesh = grid_mesh(nx, ny, nz);
    mesh.name = "turned";
    Rng rng{6};
    for (HexahedronCorners& corners : mesh.hexahedra)
        for (int turns = static_cast<int>(rng.next() % 3); turns > 0; --turns) {
            const HexahedronCorners old = corners;
            for (int c = 0; c < 8; ++c) corners[c] = old[(c << 1 & 6) | (c >> 2)];
        }
    return mesh;
}

inline VolumeCell random_volume(const Map3& map, Rng& rng) {
    for (;;) {
        const VolumeCell c{static_cast<int>(rng.next() % map.volumes.slot_count())};
        if (is_leaf(map, c)) return c;
    }
}

/// Splits a leaf or merges a parent at random; tells which.
inline void change_one_volume(Map3& map, Rng& rng, int max_level, VolumeChange& change) {
    const VolumeCell c = random_volume(map, rng), parent{map.volumes[c.index].parent};
    if (rng.uniform() < 0.5 && level_of(map, c) < max_level)
        split(map, c, change);
    else if (parent && can_merge(map, parent))
        merge(map, parent, change);
}

/// A place in a grid of `size` [m]; half of them on a coarse lattice, so that many are on faces and corners.
inline Vec3 random_place(const Vec3& size, Rng& rng) {
    Vec3 p;
    for (int axis = 0; axis < 3; ++axis) p[axis] = rng.uniform(0, size[axis]);
    if (rng.uniform() < 0.5) p = (2 * p).array().round() / 2;
    return p;
}

}  // namespace souple
