// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/edit_map.h"

namespace souple {

namespace {

/// A dart that leaves the new vertex on the side of d and takes over what belongs to that side.
Dart add_continuation(Map2& map, Dart d, int level) {
    DartRecord record = map.darts[d.index];
    record.level = static_cast<std::uint8_t>(level);
    const Dart added{map.darts.add(record)};
    const Dart after = phi1(map, d);
    link(map, d, added);
    link(map, added, after);
    return added;
}

}  // namespace

Dart cut_edge(Map2& map, Dart d) {
    const Dart opposite = phi2(map, d);
    const int edge = edge_of(map, d).index;
    const int level = map.edges[edge].level + 1;
    const Dart middle = add_continuation(map, d, level);
    const Dart back = add_continuation(map, opposite, level);
    const int vertex =
        map.vertices.add({middle.index, level, vertex_of(map, d).index, vertex_of(map, opposite).index});
    const int mark = map.edges[edge].mark;
    const int near_half = map.edges.add({d.index, level, edge, -1, mark});
    const int far_half = map.edges.add({middle.index, level, edge, -1, mark});
    map.edges[edge].midpoint = vertex;
    sew(map, d, back);
    sew(map, middle, opposite);
    map.darts[middle.index].vertex = map.darts[back.index].vertex = vertex;
    map.darts[d.index].edge = map.darts[back.index].edge = near_half;
    map.darts[middle.index].edge = map.darts[opposite.index].edge = far_half;
    return middle;
}

void uncut_edge(Map2& map, Dart middle) {
    const Dart d = phi1_inv(map, middle), opposite = phi2(map, middle), back = phi2(map, d);
    // the dart of the vertex leaves it on the side that was cut: there the halves were numbered
    const Dart named{map.vertices[vertex_of(map, middle).index].dart};
    if (named != middle) return uncut_edge(map, named);
    const int near_half = edge_of(map, d).index, far_half = edge_of(map, middle).index;
    const int edge = map.edges[near_half].parent;
    link(map, d, phi1(map, middle));
    link(map, opposite, phi1(map, back));
    sew(map, d, opposite);
    map.darts[d.index].edge = map.darts[opposite.index].edge = edge;
    map.edges.remove(far_half);
    map.edges.remove(near_half);
    map.vertices.remove(map.edges[edge].midpoint);
    map.edges[edge].midpoint = -1;
    map.darts.remove(back.index);
    map.darts.remove(middle.index);
}

int paint_face(Map2& map, Dart d, Face f) {
    int count = 0;
    Dart x = d;
    do {
        map.darts[x.index].face = f.index;
        x = phi1(map, x);
        ++count;
    } while (x != d);
    return count;
}

}  // namespace souple
