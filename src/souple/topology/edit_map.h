// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The elementary operators that refinement is made of; each keeps a map valid or is half of one that does.
#pragma once

#include "souple/topology/map2.h"

namespace souple {

inline void link(Map2& map, Dart d, Dart next) {
    map.darts[d.index].next = next.index;
    map.darts[next.index].previous = d.index;
}
inline void sew(Map2& map, Dart d, Dart across) {
    map.darts[d.index].across = across.index;
    map.darts[across.index].across = d.index;
}

/// Cuts the finest edge of d in two halves of the next level. Returns the dart that leaves the new vertex in
/// the face of d; d keeps its start, and so does the dart across.
Dart cut_edge(Map2& map, Dart d);
/// Takes the cut back; `middle` leaves a vertex of two edges.
void uncut_edge(Map2& map, Dart middle);

/// Writes the face of every dart of a face, starting at d; returns how many there are.
int paint_face(Map2& map, Dart d, Face f);

}  // namespace souple
