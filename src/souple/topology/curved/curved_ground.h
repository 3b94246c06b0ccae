// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A curved surface of triangles as ground: a planet, a knotted tube, any oriented mesh. Its triangles may be
// split and merged; the surface itself stays what it is, because the parts of a triangle are flat.
//
// A place on it is a triangle of the first mesh and two coordinates in that triangle,
//
//   C (0, 1)
//   | \             A + s (B - A) + t (C - A),   s >= 0, t >= 0, s + t <= 1,
//   A--B (1, 0)
//
// kept as multiples of 2^-50. So a place is never beside the surface, corners of all levels are such numbers
// too, and whether a part of the triangle holds a place is answered without rounding.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "souple/geometry/aabb.h"
#include "souple/geometry/triangle_mesh.h"
#include "souple/topology/cell_arrival.h"
#include "souple/topology/map2.h"
#include "souple/topology/refine.h"
#include "souple/topology/walks.h"

namespace souple {

struct SurfacePlace {
    int root = -1;  ///< triangle of the first mesh
    Real s = 0, t = 0;
    bool operator==(const SurfacePlace&) const = default;
};

/// A part of a triangle of the first mesh: corner + size (0, 0), size (1, 0), size (0, 1). The middle one of
/// four stands on its head and has a negative size.
struct ChartCell {
    int root = -1;
    Real s = 0, t = 0, size = 1;
    int first = 0;  ///< which of these corners the dart of the face leaves
};

/// A triangle of the first mesh and what lies beyond its sides AB, BC and CA.
struct RootTriangle {
    std::array<Vec3, 3> corners;                 ///< [m]
    std::array<int, 3> neighbour{-1, -1, -1};    ///< -1: a border
    std::array<int, 3> neighbour_side{0, 0, 0};  ///< which side of the neighbour it is
    std::array<char, 3> wall{};                  ///< sides that nobody crosses: marked, or an obstacle beyond
};

struct CurvedGround {
    using Place = SurfacePlace;

    std::string name;
    Map2 map;
    Attribute<Vertex, Vec3> place;     ///< [m]
    Attribute<Face, ChartCell> chart;  ///< of leaves and their parents
    Attribute<Face, Aabb> box;         ///< [m]
    std::vector<RootTriangle> roots;
    int max_level = 0;
    MapChange change;
    std::vector<Face> found;
};

constexpr int deepest_curved = 24;

/// Triangle f is root f. Throws TopologyError for what is no manifold, InputError for triangles without area.
/// `obstacle` by triangle; empty: none.
CurvedGround make_curved_ground(const TriangleMesh& mesh, int max_level, const std::string& name,
                                const std::vector<char>& obstacle = {});

/// A tube around a knot that winds p times around the axis of a torus and q times around its ring.
struct TorusKnot {
    int p = 2, q = 3;
    Real ring = 2, wind = 0.8, tube = 0.25;  ///< [m] radii: of the torus, of its tube, of the knot's own tube
    int length = 240, around = 10;           ///< triangles come two to each of these cells
};
TriangleMesh make_torus_knot(const TorusKnot& knot);

inline bool is_obstacle(const CurvedGround& ground, int cell) { return ground.map.faces[cell].mark != 0; }
/// [m]
Vec3 point_of(const CurvedGround& ground, const SurfacePlace& place);
Vec3 normal_of(const CurvedGround& ground, int root);
/// The nearest place of one triangle, on its grid.
SurfacePlace place_in(const CurvedGround& ground, int root, const Vec3& p);
/// Of all triangles the first with the nearest place, by looking at all.
SurfacePlace locate_by_search(const CurvedGround& ground, const Vec3& p);

/// Where a walk ended.
struct SurfaceEnd {
    SurfacePlace place;
    Vec3 heading = Vec3::Zero();  ///< [m] the movement as it points there: turned with the surface
    int crossings = 0;            ///< sides of first triangles that were crossed
    bool stopped = false;         ///< by a wall, an obstacle or a border
    int side = -1;                ///< of the triangle there, which stopped it
    Real left = 0;                ///< share of the movement that was not gone
    bool lost = false;            ///< more crossings than a walk should need: it ends where it was
};
/// Goes from a place by a movement [m], straight on the surface: its part along the first triangle, turned
/// around each side it crosses into the next triangle.
SurfaceEnd walk(const CurvedGround& ground, const SurfacePlace& from, const Vec3& movement);
/// The same, and who is stopped goes on along the side that stopped him.
SurfaceEnd walk_along_walls(const CurvedGround& ground, const SurfacePlace& from, const Vec3& movement);

// what a register of cells asks of its ground, see cell_register.h
/// Always possible: the parts of a triangle are triangles.
bool split_cell(CurvedGround& ground, int cell);
inline void divide_cell(CurvedGround& ground, int cell) { split_cell(ground, cell); }
void merge_cell(CurvedGround& ground, int cell);
bool cell_holds(const CurvedGround& ground, int cell, const SurfacePlace& p);
CellArrival seek_cell(const CurvedGround& ground, int cell, int hint, const SurfacePlace& p);
void find_ring(CurvedGround& ground, int cell, std::vector<int>& ring);
inline int cell_slots(const CurvedGround& ground) { return ground.map.faces.slot_count(); }
inline bool is_leaf_cell(const CurvedGround& ground, int cell) { return is_leaf(ground.map, Face{cell}); }
inline int level_of_cell(const CurvedGround& ground, int cell) { return ground.map.faces[cell].level; }
inline int parent_of_cell(const CurvedGround& ground, int cell) { return ground.map.faces[cell].parent; }
inline bool can_merge_cell(const CurvedGround& ground, int cell) { return can_merge(ground.map, Face{cell}); }
inline const Aabb& box_of_cell(const CurvedGround& ground, int cell) { return ground.box[Face{cell}]; }
inline bool keeps_shapes(const CurvedGround&) { return true; }
template <class Fn>
void for_each_child_cell(const CurvedGround& ground, int cell, const Fn& fn) {
    for (int c = ground.map.faces[cell].first_child; c >= 0; c = ground.map.faces[c].next_sibling) fn(c);
}

}  // namespace souple
