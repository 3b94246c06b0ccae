// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Walks over a map, always in the same order: over all cells by number, around a cell by turning.
#pragma once

#include <algorithm>
#include <vector>

#include "souple/topology/map2.h"

namespace souple {

template <class Visit>
void for_each_vertex(const Map2& map, const Visit& visit) {
    for (int v = 0; v < map.vertices.slot_count(); ++v)
        if (map.vertices.is_live(v)) visit(Vertex{v});
}
template <class Visit>
void for_each_edge(const Map2& map, const Visit& visit) {
    for (int e = 0; e < map.edges.slot_count(); ++e)
        if (is_leaf(map, Edge{e})) visit(Edge{e});
}
template <class Visit>
void for_each_face(const Map2& map, const Visit& visit) {
    for (int f = 0; f < map.faces.slot_count(); ++f)
        if (is_leaf(map, Face{f})) visit(Face{f});
}

/// The darts that leave a vertex, clockwise; those of holes too.
template <class Visit>
void for_each_dart(const Map2& map, Vertex v, const Visit& visit) {
    const Dart first = dart_of(map, v);
    Dart d = first;
    do {
        visit(d);
        d = turn(map, d);
    } while (d != first);
}
/// The two darts of a leaf edge.
template <class Visit>
void for_each_dart(const Map2& map, Edge e, const Visit& visit) {
    visit(dart_of(map, e));
    visit(phi2(map, dart_of(map, e)));
}
/// The darts of the face that d belongs to, or of the hole.
template <class Visit>
void for_each_dart_around(const Map2& map, Dart first, const Visit& visit) {
    Dart d = first;
    do {
        visit(d);
        d = phi1(map, d);
    } while (d != first);
}
/// The darts of a leaf face; more than its corners when vertices hang on it.
template <class Visit>
void for_each_dart(const Map2& map, Face f, const Visit& visit) {
    for_each_dart_around(map, dart_of(map, f), visit);
}

/// The leaf faces that share a vertex with a leaf face, without itself: each once, by number.
inline void find_faces_around(const Map2& map, Face f, std::vector<Face>& found) {
    found.clear();
    for_each_dart(map, f, [&](Dart corner) {
        for_each_dart(map, vertex_of(map, corner), [&](Dart d) {
            if (!is_border(map, d) && face_of(map, d) != f) found.push_back(face_of(map, d));
        });
    });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
}

/// The connected piece of each dart, numbered from 0 in the order of their first darts; -1 for a free slot.
std::vector<int> find_components(const Map2& map);

}  // namespace souple
