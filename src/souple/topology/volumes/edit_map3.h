// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The elementary operators that refinement of a 3-map is made of: edges are cut, faces divided, and back.
#pragma once

#include "souple/topology/volumes/refine3.h"

namespace souple {

inline void link(Map3& map, Dart d, Dart next) {
    map.darts[d.index].next = next.index;
    map.darts[next.index].previous = d.index;
}
inline void sew_across(Map3& map, Dart d, Dart across) {
    map.darts[d.index].across = across.index;
    map.darts[across.index].across = d.index;
}
inline void sew_beyond(Map3& map, Dart d, Dart beyond) {
    map.darts[d.index].beyond = beyond.index;
    map.darts[beyond.index].beyond = d.index;
}

/// Cuts the finest edge of d in two halves of the next level; all faces around it get the new vertex.
void cut_edge(Map3& map, Dart d, VolumeChange& change);
/// Whether the midpoint of a cut edge only continues its halves: no face around it needs it.
bool is_idle(const Map3& map, Edge e);
void uncut_edge(Map3& map, Edge e, VolumeChange& change);

/// Divides a leaf face, whose four edges are cut, in four around its centre, at both of its sides.
void split_face(Map3& map, Face f, VolumeChange& change);
/// Whether neither volume at a divided face is split there.
bool is_idle(const Map3& map, Face f);
void merge_face(Map3& map, Face f, VolumeChange& change);

/// Writes the face of every dart of a face, at both sides.
void paint_face(Map3& map, Dart d, Face f);
/// Writes the volume of every dart of a volume.
void paint_volume(Map3& map, Dart d, VolumeCell c, VolumeChange& change);

}  // namespace souple
