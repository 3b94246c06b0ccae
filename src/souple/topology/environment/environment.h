// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A flat piece of ground as a map of convex cells that may be split and merged, with obstacles marked on
// faces and walls on edges. Points are (x, z) of the world, and faces go to the left in that order.
//
// Points of the first mesh are rounded to a grid so fine that nobody sees it, each level halves it, and
// midpoints of edges then have no rounding error: what hangs on a side is exactly on that side, and every
// question about sides has one answer.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "souple/math/types.h"
#include "souple/topology/build_map.h"
#include "souple/topology/map2.h"
#include "souple/topology/refine.h"

namespace souple {

/// A rectangle along the axes.
struct PlaneBox {
    Vec2 low = Vec2::Constant(1e300), high = Vec2::Constant(-1e300);  ///< [m]

    void add(const Vec2& p) {
        low = low.cwiseMin(p);
        high = high.cwiseMax(p);
    }
};
inline Real squared_distance(const PlaneBox& box, const Vec2& p) {
    return (box.low - p).cwiseMax(p - box.high).cwiseMax(Vec2::Zero()).squaredNorm();
}

/// Ground before it is a map: polygons of any star shape, some of them obstacles, and walls along sides.
struct GroundMesh {
    std::string name = "environment";
    std::vector<Vec2> points;  ///< [m]
    PolygonList polygons;
    std::vector<char> obstacle;             ///< by polygon; empty: none
    std::vector<std::array<int, 2>> walls;  ///< pairs of points that share a side
};

struct Environment {
    std::string name;
    Map2 map;
    Attribute<Vertex, Vec2> place;    ///< [m]
    Attribute<Face, PlaneBox> box;    ///< [m] of leaves and their parents
    int grid_bits = 0;                ///< points of the first mesh are multiples of 2^-grid_bits [m]
    int max_level = 0;                ///< deeper than this no cell is split
    bool is_convex = false;           ///< as a whole, without holes: whoever is near is near through cells
    std::vector<Vec2> first_centres;  ///< [m] of the first faces
};

/// Deepest level an environment may have.
constexpr int deepest_ground = 16;

/// Throws TopologyError that names the face, points or edge: two points at one place (a gap), a face apart
/// from the others (a gap), no area, not seen whole from any point, overlapping another, a wall that is no
/// side. A face that is not convex becomes triangles around a point that sees all of it.
Environment make_environment(const GroundMesh& mesh, int max_level);

inline bool is_obstacle(const Environment& ground, Face f) { return ground.map.faces[f.index].mark != 0; }
inline bool is_wall(const Environment& ground, Edge e) { return ground.map.edges[e.index].mark != 0; }
/// Whether one may go through the side of a dart, out of its face.
inline bool can_pass(const Environment& ground, Dart d) {
    const Dart across = phi2(ground.map, d);
    return !is_border(ground.map, across) && !is_wall(ground, edge_of(ground.map, d)) &&
           !is_obstacle(ground, face_of(ground.map, across));
}

inline const Vec2& start_of(const Environment& ground, Dart d) {
    return ground.place[vertex_of(ground.map, d)];
}
inline const Vec2& finish_of(const Environment& ground, Dart d) {
    return start_of(ground, phi1(ground.map, d));
}

/// Whether a leaf holds a point, its border included; exact.
bool contains(const Environment& ground, Face f, const Vec2& p);
/// The mean of the corners of a face, leaf or not.
Vec2 centre_of(const Environment& ground, Face f);
/// [m^2]
Real area_of(const Environment& ground, Face f);
/// The first leaf by number that holds a point, by looking at all; null when none does.
Face locate_by_search(const Environment& ground, const Vec2& p);

/// Split or merge one cell; places and boxes follow.
void split_cell(Environment& ground, Face f, MapChange& change);
void merge_cell(Environment& ground, Face f, MapChange& change);

/// The corners of a leaf, hanging vertices included.
void corners_of(const Environment& ground, Face f, std::vector<Vec2>& corners);

}  // namespace souple
