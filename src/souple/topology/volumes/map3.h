// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// An oriented 3-map: volumes as darts and the operators between them, with the levels of their refinement.
//
//   phi1(d)  the next dart around the face, seen from inside one volume; phi1_inv(d) the one before
//   phi2(d)  the other side of the edge, in the next face of the same volume
//   phi3(d)  the same edge and face, seen from the volume beyond
//
// Faces go to the left seen from outside their volume. Every dart but phi1's runs the other way, so phi2 and
// phi3 pair darts, and so does phi1 after phi3. The map has no open side: what lies outside is made of darts
// marked as border, which have no volume. So a face at the border is cut like any other.
//
// Of a refined map the finest links are stored; levels3.h finds those of every coarser level. Cells that were
// refined stay in their tables as parents.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "souple/topology/map2.h"

namespace souple {

/// A cell of three dimensions.
struct VolumeCell {
    int index = -1;
    explicit operator bool() const { return index >= 0; }
    auto operator<=>(const VolumeCell&) const = default;
};

struct Dart3Record {
    int next = -1, previous = -1, across = -1, beyond = -1;
    int vertex = -1, edge = -1, face = -1, volume = -1;  ///< finest cells; volume is -1 at a border
    std::uint8_t level = 0;                              ///< of the refinement that brought the dart
    std::uint8_t label = 0;   ///< which way its edge runs, in the frame of its first volume: 0, 1 or 2
    std::uint8_t side = 0;    ///< which way its face looks, in the same frame; 3 at a border
    std::uint8_t border = 0;  ///< 1 outside
    bool operator==(const Dart3Record&) const = default;
};

struct VolumeRecord {
    int dart = -1;
    int level = 0;
    int parent = -1;
    int first_child = -1;   ///< -1: not split
    int next_sibling = -1;  ///< children stand in the order in which a walk meets the corners
    int mark = 0;           ///< free for the caller, such as 1 for an obstacle; children inherit it
    bool operator==(const VolumeRecord&) const = default;
};

/// Plain vectors of plain numbers, as a Map2. Faces belong to the two volumes at their sides.
struct Map3 {
    SlotTable<Dart3Record> darts;
    SlotTable<VertexRecord> vertices;
    SlotTable<EdgeRecord> edges;
    SlotTable<FaceRecord> faces;
    SlotTable<VolumeRecord> volumes;
    bool operator==(const Map3&) const = default;
};

inline Dart phi1(const Map3& map, Dart d) { return {map.darts[d.index].next}; }
inline Dart phi1_inv(const Map3& map, Dart d) { return {map.darts[d.index].previous}; }
inline Dart phi2(const Map3& map, Dart d) { return {map.darts[d.index].across}; }
inline Dart phi3(const Map3& map, Dart d) { return {map.darts[d.index].beyond}; }

inline Vertex vertex_of(const Map3& map, Dart d) { return {map.darts[d.index].vertex}; }
inline Edge edge_of(const Map3& map, Dart d) { return {map.darts[d.index].edge}; }
inline Face face_of(const Map3& map, Dart d) { return {map.darts[d.index].face}; }
inline VolumeCell volume_of(const Map3& map, Dart d) { return {map.darts[d.index].volume}; }
inline bool is_border(const Map3& map, Dart d) { return map.darts[d.index].border != 0; }

inline Dart dart_of(const Map3& map, Vertex v) { return {map.vertices[v.index].dart}; }
inline Dart dart_of(const Map3& map, Edge e) { return {map.edges[e.index].dart}; }
inline Dart dart_of(const Map3& map, Face f) { return {map.faces[f.index].dart}; }
inline Dart dart_of(const Map3& map, VolumeCell c) { return {map.volumes[c.index].dart}; }

inline bool is_leaf(const Map3& map, Edge e) {
    return map.edges.is_live(e.index) && map.edges[e.index].midpoint < 0;
}
inline bool is_leaf(const Map3& map, Face f) {
    return map.faces.is_live(f.index) && map.faces[f.index].first_child < 0;
}
inline bool is_leaf(const Map3& map, VolumeCell c) {
    return map.volumes.is_live(c.index) && map.volumes[c.index].first_child < 0;
}

/// Vertices and the leaves among edges, faces and volumes.
struct VolumeCounts {
    int vertices = 0, edges = 0, faces = 0, volumes = 0;
    int euler() const { return vertices - edges + faces - volumes; }
};
VolumeCounts count_cells(const Map3& map);

/// An empty text, or the first thing that is wrong: links, indices of cells, their darts, the trees of cells.
std::string find_fault(const Map3& map);

/// Bytes of all tables.
std::size_t memory_of(const Map3& map);

}  // namespace souple
