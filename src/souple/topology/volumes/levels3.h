// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The coarser levels of a 3-map, found from the finest links. Level k is the map as it would be if no volume
// of level k or finer had been split: it has the darts of level k and below.
//
// An edge that was cut is followed piece by piece. Where its face was split too, other edges start from the
// midpoint; the piece that goes on has the label of the edge. Where the volume was split as well, a wall
// inside it stands on each of those edges, and the plane of the face goes on behind that wall: the faces
// there have the same `side`. Labels and sides belong to darts and are counted in the frame of one first
// hexahedron, which no such walk leaves: no numbering of the whole mesh is needed.
#pragma once

#include <vector>

#include "souple/topology/volumes/map3.h"

namespace souple {

inline int level_of(const Map3& map, Dart d) { return map.darts[d.index].level; }
inline int level_of(const Map3& map, Vertex v) { return map.vertices[v.index].level; }
inline int level_of(const Map3& map, Edge e) { return map.edges[e.index].level; }
inline int level_of(const Map3& map, Face f) { return map.faces[f.index].level; }
inline int level_of(const Map3& map, VolumeCell c) { return map.volumes[c.index].level; }

/// Across the edge of x in the plane of its face.
Dart cross_in_plane(const Map3& map, Dart x);
/// The piece that continues the edge of x beyond its end, which is a midpoint of that edge.
Dart next_piece(const Map3& map, Dart x);

/// The links of level k; d is of level k or below. Cost: the pieces of one edge.
Dart phi1(const Map3& map, int k, Dart d);
Dart phi1_inv(const Map3& map, int k, Dart d);
Dart phi2(const Map3& map, int k, Dart d);
Dart phi3(const Map3& map, int k, Dart d);

/// The cells of level k at a dart of level k or below: the first of the tree's ancestors that is old enough.
Edge edge_of(const Map3& map, int k, Dart d);
Face face_of(const Map3& map, int k, Dart d);
VolumeCell volume_of(const Map3& map, int k, Dart d);

/// The darts of a hexahedron at its own level, leaf or not: one for each corner of each face, 24 in all.
void find_corner_darts(const Map3& map, VolumeCell c, std::vector<Dart>& darts);
/// The eight corners of a hexahedron, in the order of the corner darts.
void find_corners(const Map3& map, VolumeCell c, std::vector<Vertex>& corners);

}  // namespace souple
