// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A mesh that can be asked for its nearest point, for inside and outside, and for the first touch of a moving
// point.
#pragma once

#include <optional>

#include "souple/geometry/bvh.h"
#include "souple/geometry/surface_topology.h"
#include "souple/geometry/triangle_mesh.h"

namespace souple {

struct SurfaceTree {
    TriangleMesh mesh;
    Bvh bvh;
    SurfaceTopology topology;
    bool closed() const { return topology.closed; }
};

/// Checks the mesh (InputError under the given name) and builds the tree.
SurfaceTree make_surface_tree(TriangleMesh mesh, const std::string& name);

/// The nearest point of a surface of triangles.
struct SurfacePoint {
    Real distance = 0;            ///< [m], negative inside a closed surface
    Vec3 normal{0, 1, 0};         ///< outward; of an open surface towards the point
    int triangle = -1;            ///< -1 when nothing is nearer than the limit
    Vec3 weights = Vec3::Zero();  ///< of the triangle's corners
};

/// Searches up to max_distance [m] outside; a point inside always finds its surface.
SurfacePoint nearest(const SurfaceTree& surface, const Vec3& p, Real max_distance);

struct SurfaceHit {
    Real fraction = 0;
    Vec3 normal{0, 1, 0};
    int triangle = -1;
    Vec3 weights = Vec3::Zero();
};

/// First fraction of the way at which the point comes within margin [m]; see sweep() in shape.h.
std::optional<SurfaceHit> sweep(const SurfaceTree& surface, const Vec3& from, const Vec3& to, Real margin);

}  // namespace souple
