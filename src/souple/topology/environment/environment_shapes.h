// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Grounds to make environments from: rectangles with blocks in them, cities, polygons with holes, meshes.
#pragma once

#include <vector>

#include "souple/geometry/triangle_mesh.h"
#include "souple/topology/environment/environment.h"

namespace souple {

/// A rectangle of cells with rectangular obstacles, whose sides are sides of cells.
struct RectangleGround {
    Vec2 low = Vec2::Zero(), high = Vec2::Ones();  ///< [m]
    Real cell = 1;                                 ///< [m] no side of a cell is longer
    std::vector<PlaneBox> obstacles;
    bool triangles = false;  ///< two to a rectangle
};
/// TopologyError when obstacles overlap each other or reach outside.
GroundMesh ground_of(const RectangleGround& ground, const std::string& name);

/// Blocks of houses with streets between and around them.
struct CityGround {
    int columns = 3, rows = 3;  ///< of blocks
    Vec2 low = Vec2::Zero();    ///< [m]
    Real block = 20;            ///< [m] side of a block
    Real street = 6;            ///< [m] width
    Real cell = 10;             ///< [m]
};
GroundMesh ground_of(const CityGround& city, const std::string& name);

/// A polygon with polygons as obstacles in it, cut into triangles.
struct PolygonGround {
    std::vector<Vec2> outline;  ///< [m]
    std::vector<std::vector<Vec2>> obstacles;
};
/// TopologyError when an outline cuts itself, or when obstacles overlap each other or reach outside.
GroundMesh ground_of(const PolygonGround& ground, const std::string& name);

/// x and z of a mesh.
GroundMesh ground_of(const TriangleMesh& mesh, const std::string& name);

/// Triangles of a simple polygon given by the numbers of its points, which go to the left; a point may be met
/// twice where a hole is joined to the outline. Empty when there are none: the outline cuts itself.
std::vector<std::array<int, 3>> clip_ears(const std::vector<Vec2>& points, std::vector<int> ring);

/// Whether two segments have a point in common; exact.
bool segments_meet(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d);

/// Whether a polygon holds a point, its border included.
bool polygon_holds(const std::vector<Vec2>& polygon, const Vec2& p);

}  // namespace souple
