// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Random points and triangles, and shapes of meshes, for the tests of geometry.
#pragma once

#include <limits>
#include <memory>
#include <utility>

#include "souple/core/rng.h"
#include "souple/geometry/shape.h"

namespace souple {

constexpr Real far = std::numeric_limits<Real>::infinity();

inline Shape mesh_shape(TriangleMesh mesh) {
    return MeshShape{std::make_shared<const SurfaceTree>(make_surface_tree(std::move(mesh), "mesh"))};
}

inline Vec3 random_point(Rng& rng, Real half_size) {
    const Real x = rng.uniform(-half_size, half_size), y = rng.uniform(-half_size, half_size);
    return {x, y, rng.uniform(-half_size, half_size)};
}

inline Vec3 random_direction(Rng& rng) {
    const Real x = rng.normal(), y = rng.normal();
    return Vec3(x, y, rng.normal()).normalized();
}

/// Loose triangles, each with an edge of about `size`.
inline TriangleMesh random_triangles(Rng& rng, int count, Real half_size, Real size) {
    TriangleMesh mesh;
    for (int t = 0; t < count; ++t) {
        const Vec3 center = random_point(rng, half_size);
        for (int k = 0; k < 3; ++k) mesh.points.push_back(center + random_point(rng, size));
        mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    return mesh;
}

}  // namespace souple
