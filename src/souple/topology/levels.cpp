// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/levels.h"

#include <algorithm>

namespace souple {

Dart phi1(const Map2& map, int k, Dart d) {
    const int label = map.darts[d.index].label;
    Dart x = phi1(map, d);
    while (level_of(map, x) > k) {
        // at a midpoint: turn to the piece that continues the side
        while (map.darts[x.index].label != label) x = turn(map, x);
        x = phi1(map, x);
    }
    return x;
}

Dart phi2(const Map2& map, int k, Dart d) { return phi2(map, phi1_inv(map, phi1(map, k, d))); }

Dart phi1_inv(const Map2& map, int k, Dart d) {
    // across the last piece of the side before, to the dart of level k at its other end
    return phi2(map, k, phi2(map, phi1_inv(map, d)));
}

Face face_of(const Map2& map, int k, Dart d) {
    Face f = face_of(map, d);
    while (f && level_of(map, f) > k) f = {map.faces[f.index].parent};
    return f;
}

Edge edge_of(const Map2& map, int k, Dart d) {
    Edge e = edge_of(map, d);
    while (level_of(map, e) > k) e = {map.edges[e.index].parent};
    return e;
}

Vertex end_of(const Map2& map, int k, Dart d) { return vertex_of(map, phi1(map, k, d)); }

Dart midpoint_of(const Map2& map, int k, Dart d) {
    Dart middle = phi1(map, k + 1, d);
    if (level_of(map, middle) != k + 1) return {};
    while (map.darts[middle.index].label != map.darts[d.index].label) middle = turn(map, middle);
    return middle;
}

bool is_hanging(const Map2& map, Vertex v) {
    if (level_of(map, v) == 0) return false;
    const Dart first = dart_of(map, v);
    Dart d = first;
    do {
        if (hangs(map, d)) return true;
        d = turn(map, d);
    } while (d != first);
    return false;
}

int corner_count(const Map2& map, Face f) {
    int count = 0;
    for_each_corner(map, f, [&](Dart) { ++count; });
    return count;
}

int deepest_level(const Map2& map) {
    int deepest = 0;
    for (const FaceRecord& face : map.faces.records) deepest = std::max(deepest, face.level);
    return deepest;
}

}  // namespace souple
