// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A piece of space as a 3-map of hexahedra that may be split and merged, with obstacles marked on volumes and
// walls on faces.
//
// A cell need not be convex and its faces need not be flat: every face is a fan of triangles around its hub,
// the mean of its corners, and every cell a bunch of tetrahedra from its centre to those triangles. So each
// dart stands for one tetrahedron,
//
//   (centre of the volume, hub of the face, start of the dart, its end),
//
// whose neighbours are those of phi1, phi1_inv, phi2 and, in the volume beyond, phi3. Points of the first
// mesh are rounded to a grid so fine that nobody sees it and each level halves it: midpoints have no rounding
// error, and every question about sides has one answer.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "souple/geometry/aabb.h"
#include "souple/topology/volumes/build_map3.h"
#include "souple/topology/volumes/map3.h"
#include "souple/topology/volumes/refine3.h"
#include "souple/topology/volumes/walks3.h"

namespace souple {

/// Space before it is a map.
struct HexahedronMesh {
    std::string name = "space";
    std::vector<Vec3> points;  ///< [m]
    std::vector<HexahedronCorners> hexahedra;
    std::vector<char> obstacle;  ///< by hexahedron; empty: none
};
/// A box of cells[0] x cells[1] x cells[2] boxes.
HexahedronMesh make_hexahedron_grid(const Aabb& box, const std::array<int, 3>& cells);

struct Space {
    using Place = Vec3;  ///< of a point [m]

    std::string name;
    Map3 map;
    Attribute<Vertex, Vec3> place;       ///< [m]
    Attribute<Face, Vec3> hub;           ///< [m] of leaves and their parents
    Attribute<VolumeCell, Vec3> centre;  ///< [m]
    Attribute<VolumeCell, Aabb> box;     ///< [m]
    int grid_bits = 0;                   ///< points of the first mesh are multiples of 2^-grid_bits [m]
    int max_level = 0;                   ///< deeper than this no cell is split
    bool has_boxes = false;              ///< all cells are boxes along the axes
    VolumeChange change;                 ///< the latest split or merge
    OrbitRoom room;
};

constexpr int deepest_space = 12;

/// Throws TopologyError that names the hexahedron or the points: not finite, two points at one place (a gap),
/// not a manifold, a cell that is not seen whole from its centre.
Space make_space(const HexahedronMesh& mesh, int max_level);

inline bool is_obstacle(const Space& space, VolumeCell c) { return space.map.volumes[c.index].mark != 0; }
inline bool is_wall(const Space& space, Face f) { return space.map.faces[f.index].mark != 0; }
/// Whether one may go through the face of a dart, out of its volume.
inline bool can_pass(const Space& space, Dart d) {
    const Dart beyond = phi3(space.map, d);
    return !is_border(space.map, beyond) && !is_wall(space, face_of(space.map, d)) &&
           !is_obstacle(space, volume_of(space.map, beyond));
}

/// The tetrahedron of a dart: hub of the face, start and end of the dart, centre of the volume. Seen from the
/// centre the first three go to the right.
inline std::array<Vec3, 4> tetrahedron_of(const Space& space, Dart d) {
    const Map3& map = space.map;
    return {space.hub[face_of(map, d)], space.place[vertex_of(map, d)],
            space.place[vertex_of(map, phi1(map, d))], space.centre[volume_of(map, d)]};
}
/// Whether the tetrahedron of a dart holds a point, its border included; exact.
bool fan_holds(const Space& space, Dart d, const Vec3& p);
/// Whether a leaf does.
bool contains(const Space& space, VolumeCell c, const Vec3& p);
/// Whether all tetrahedra of a leaf have a volume, now and when finer neighbours are merged again, which
/// changes the fans of the faces they share: the centre sees all of it.
bool is_seen_whole(const Space& space, VolumeCell c);
/// The same in a room that is used again and again.
bool is_seen_whole(const Space& space, VolumeCell c, OrbitRoom& room);
Real volume_of(const Space& space, VolumeCell c);  ///< [m^3]
/// The first dart, by the number of its leaf, whose tetrahedron holds a point, by looking at all; null when
/// none does.
Dart locate_by_search(const Space& space, const Vec3& p);

/// Split or merge one cell; places, hubs, centres and boxes follow. A split after which a part of the cell or
/// a neighbour would not be seen whole from its centre is taken back, and false is returned; a merge brings
/// back what was seen whole before.
bool split_cell(Space& space, int cell);
/// A split without looking, of a cell that is known to have been split.
void divide_cell(Space& space, int cell);
void merge_cell(Space& space, int cell);

// what a register of cells asks of its ground, see cell_register.h
inline int cell_slots(const Space& space) { return space.map.volumes.slot_count(); }
inline bool is_leaf_cell(const Space& space, int cell) { return is_leaf(space.map, VolumeCell{cell}); }
inline int level_of_cell(const Space& space, int cell) { return space.map.volumes[cell].level; }
inline int parent_of_cell(const Space& space, int cell) { return space.map.volumes[cell].parent; }
inline bool can_merge_cell(const Space& space, int cell) { return can_merge(space.map, VolumeCell{cell}); }
inline const Aabb& box_of_cell(const Space& space, int cell) { return space.box[VolumeCell{cell}]; }
/// Whether splits and merges leave the shapes of the cells around alone.
inline bool keeps_shapes(const Space& space) { return space.has_boxes; }
inline bool cell_holds(const Space& space, int cell, const Vec3& p) {
    return contains(space, VolumeCell{cell}, p);
}
inline void find_ring(Space& space, int cell, std::vector<int>& ring) {
    find_volumes_around(space.map, VolumeCell{cell}, space.room, ring);
}
template <class Fn>
void for_each_child_cell(const Space& space, int cell, const Fn& fn) {
    for (int c = space.map.volumes[cell].first_child; c >= 0; c = space.map.volumes[c].next_sibling) fn(c);
}

}  // namespace souple
