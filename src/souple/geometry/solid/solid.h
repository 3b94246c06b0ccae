// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Solids that rigid bodies are made of: convex pieces, compounds of them, closed meshes.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "souple/geometry/shape.h"

namespace souple {

/// Along Y from -half_length to half_length, with flat ends.
struct Cylinder {
    Real radius = 0.5;       ///< [m]
    Real half_length = 0.5;  ///< [m]
};

/// A convex polyhedron. Corners that lie inside a face or on a side of it are not among the vertices.
struct ConvexHull {
    std::vector<Vec3> vertices;      ///< [m]
    std::vector<int> face_begin{0};  ///< corners of face f: face_corners[face_begin[f], face_begin[f + 1])
    std::vector<int> face_corners;   ///< indices of vertices, counter-clockwise seen from outside
    std::vector<Vec3> normals;       ///< one for each face: unit, outward
    std::vector<Real> offsets;       ///< [m], normal . p of the points p of a face
    std::vector<std::array<int, 2>> edges;  ///< every edge once, smaller index first, sorted
    std::vector<int> ring_begin{0},
        ring;  ///< vertices joined to vertex i: ring[ring_begin[i], ring_begin[i + 1])

    int face_count() const { return static_cast<int>(normals.size()); }
};

/// The smallest convex polyhedron around the points, coplanar faces merged. Points closer to it than 1e-8 of
/// its size may stay outside. Throws InputError for fewer than four points, points that are not finite, and
/// points of a plane, a line or a single place.
ConvexHull make_hull(std::span<const Vec3> points, const std::string& name);

struct Hull {
    std::shared_ptr<const ConvexHull> hull;
};

/// A thickened triangle: what cloth is made of.
struct TriangleSolid {
    std::array<Vec3, 3> corners{Vec3::Zero(), Vec3::UnitX(), Vec3::UnitZ()};  ///< [m]
    Real radius = 0;                                                          ///< [m], may be 0
};

using Convex = std::variant<Sphere, Box, Capsule, Ellipsoid, Cylinder, Hull, TriangleSolid>;

struct Piece {
    Convex convex;
    Pose pose;  ///< of the piece in the solid
};

/// A compound of convex pieces, or the inside of a closed mesh: one of the two is empty.
struct Solid {
    std::vector<Piece> pieces;
    std::shared_ptr<const SurfaceTree> mesh;
};

/// Tight along the axes of the world.
Aabb bounds(const Convex& convex, const Pose& pose);
Aabb bounds(const Solid& solid, const Pose& pose);

/// [m], around the origin of the piece's own coordinates.
Real bounding_radius(const Convex& convex);

/// Throws InputError: sizes that are not positive, a missing hull, an open or inverted mesh, nothing at all.
void check(const Convex& convex, const std::string& name);
void check(const Solid& solid, const std::string& name);

}  // namespace souple
