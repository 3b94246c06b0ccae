// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// An oriented 2-map: a surface as darts and the operators between them, with the levels of its refinement.
//
//            phi2(d)                    d           leaves vertex_of(d) and has face_of(d) on its left
//        <--------------                phi1(d)     the next dart of the same face
//      u --------------> w              phi1_inv(d) the one before
//              d        |               phi2(d)     the other side of the edge, in the face across
//         face_of(d)    | phi1(d)
//                       v
//
// The map has no open side: a hole is a face whose darts are marked as border and have no Face. So phi2 has
// no fixed point, the darts around a vertex are always a cycle, and cutting an edge is the same at a border
// and inside.
//
// Of a refined map the finest links are stored; levels.h finds those of every coarser level. Cells that were
// refined stay in their tables as parents, so that data attached to them is still there when they come back.
#pragma once

#include <cstdint>
#include <string>

#include "souple/topology/cells.h"

namespace souple {

struct DartRecord {
    int next = -1, previous = -1, across = -1;
    int vertex = -1, edge = -1, face = -1;  ///< finest cells; face is -1 at a border
    std::uint8_t level = 0;                 ///< of the refinement that brought the dart
    std::uint8_t label = 0;                 ///< the pieces of one side have one label, see levels.h
    std::uint8_t border = 0;                ///< 1 for the darts of a hole
    std::uint8_t mark = 0;                  ///< free for the caller, such as 1 for a wall
    bool operator==(const DartRecord&) const = default;
};

/// The midpoint of an edge has the ends of that edge as parents; points of the first mesh and centres of
/// faces have none.
struct VertexRecord {
    int dart = -1;  ///< leaves the vertex
    int level = 0;
    int parent_a = -1, parent_b = -1;
    bool operator==(const VertexRecord&) const = default;
};

struct EdgeRecord {
    int dart = -1;  ///< of the edge as it was before it was cut
    int level = 0;
    int parent = -1;    ///< the edge of which this is a half, -1 for an edge inside a refined face
    int midpoint = -1;  ///< the vertex that cuts it; -1: not cut
    int mark = 0;       ///< free for the caller; the halves inherit it
    bool operator==(const EdgeRecord&) const = default;
};

struct FaceRecord {
    int dart = -1;  ///< leaves corner 0
    int level = 0;
    int parent = -1;
    int first_child = -1;   ///< at corner 0; -1: not split
    int next_sibling = -1;  ///< children stand in the order of the corners, the middle triangle last
    int mark = 0;           ///< free for the caller; children inherit it
    bool operator==(const FaceRecord&) const = default;
};

/// Plain vectors of plain numbers: copy it, compare it, hash it, write it.
struct Map2 {
    SlotTable<DartRecord> darts;
    SlotTable<VertexRecord> vertices;
    SlotTable<EdgeRecord> edges;
    SlotTable<FaceRecord> faces;
    bool operator==(const Map2&) const = default;
};

inline Dart phi1(const Map2& map, Dart d) { return {map.darts[d.index].next}; }
inline Dart phi1_inv(const Map2& map, Dart d) { return {map.darts[d.index].previous}; }
inline Dart phi2(const Map2& map, Dart d) { return {map.darts[d.index].across}; }
/// The next dart that leaves the same vertex, clockwise.
inline Dart turn(const Map2& map, Dart d) { return phi1(map, phi2(map, d)); }

inline Vertex vertex_of(const Map2& map, Dart d) { return {map.darts[d.index].vertex}; }
inline Edge edge_of(const Map2& map, Dart d) { return {map.darts[d.index].edge}; }
inline Face face_of(const Map2& map, Dart d) { return {map.darts[d.index].face}; }
inline bool is_border(const Map2& map, Dart d) { return map.darts[d.index].border != 0; }
inline Vertex end_of(const Map2& map, Dart d) { return vertex_of(map, phi2(map, d)); }

inline Dart dart_of(const Map2& map, Vertex v) { return {map.vertices[v.index].dart}; }
inline Dart dart_of(const Map2& map, Edge e) { return {map.edges[e.index].dart}; }
inline Dart dart_of(const Map2& map, Face f) { return {map.faces[f.index].dart}; }

/// A leaf is a cell of the finest map: an edge that is not cut, a face that is not split.
inline bool is_leaf(const Map2& map, Edge e) {
    return map.edges.is_live(e.index) && map.edges[e.index].midpoint < 0;
}
inline bool is_leaf(const Map2& map, Face f) {
    return map.faces.is_live(f.index) && map.faces[f.index].first_child < 0;
}

/// Vertices, leaf edges and leaf faces; holes are not faces.
struct CellCounts {
    int vertices = 0, edges = 0, faces = 0, holes = 0, components = 0;
    int euler() const { return vertices - edges + faces; }
};
CellCounts count_cells(const Map2& map);

/// An empty text, or the first thing that is wrong: links, indices of cells, their darts, the trees of cells.
std::string find_fault(const Map2& map);

/// Over all tables, free slots included; eight bytes at a time.
std::uint64_t hash_of(const Map2& map);

}  // namespace souple
