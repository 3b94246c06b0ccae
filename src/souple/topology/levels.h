// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The coarser levels of a map, found from the finest links. Level k is the map as it would be if no face of
// level k or finer had been split: it has the darts of level k and below.
//
// A side that was cut is followed piece by piece. Where its face was split too, other edges start from the
// midpoint; the piece that goes on has the label of the side. Labels belong to darts, not edges, so that no
// colouring of the mesh is needed: three in a triangle, two in a polygon.
//
//   A --0--> m --0--> B      phi1 of level 0 from A: at m turn from A's corner through the middle to the dart
//     \    1/ \2    /        with label 0
//       \  /   \  /
#pragma once

#include "souple/topology/map2.h"

namespace souple {

inline int level_of(const Map2& map, Dart d) { return map.darts[d.index].level; }
inline int level_of(const Map2& map, Vertex v) { return map.vertices[v.index].level; }
inline int level_of(const Map2& map, Edge e) { return map.edges[e.index].level; }
inline int level_of(const Map2& map, Face f) { return map.faces[f.index].level; }

/// The links of level k; d is of level k or below. Cost: the pieces of one side.
Dart phi1(const Map2& map, int k, Dart d);
Dart phi1_inv(const Map2& map, int k, Dart d);
Dart phi2(const Map2& map, int k, Dart d);

/// The cells of level k at a dart of level k or below: the first of the tree's ancestors that is old enough.
Face face_of(const Map2& map, int k, Dart d);
Edge edge_of(const Map2& map, int k, Dart d);
/// The end of the side of level k.
Vertex end_of(const Map2& map, int k, Dart d);

/// The dart at the midpoint of the side of level k, in the same face, towards its end; null when it is not
/// cut.
Dart midpoint_of(const Map2& map, int k, Dart d);

/// The face has no corner where this dart starts: a vertex in the middle of one of its sides.
inline bool hangs(const Map2& map, Dart d) {
    const Face f = face_of(map, d);
    return f && level_of(map, vertex_of(map, d)) > level_of(map, f);
}
/// Whether a vertex lies in the middle of a side of some face. Never true on a border all of whose faces are
/// split.
bool is_hanging(const Map2& map, Vertex v);

/// Calls visit(Dart) for each corner of a face, leaf or not, at the level of the face.
template <class Visit>
void for_each_corner(const Map2& map, Face f, const Visit& visit) {
    const Dart first = dart_of(map, f);
    const int k = level_of(map, f);
    Dart d = first;
    do {
        const Dart next = phi1(map, k, d);
        visit(d);
        d = next;
    } while (d != first);
}
int corner_count(const Map2& map, Face f);

/// The finest level of any leaf face.
int deepest_level(const Map2& map);

}  // namespace souple
