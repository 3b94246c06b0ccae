// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/volumes/levels3.h"

#include <algorithm>

namespace souple {

Dart cross_in_plane(const Map3& map, Dart x) {
    Dart y = phi2(map, x);
    while (map.darts[y.index].side != map.darts[x.index].side) y = phi2(map, phi3(map, y));
    return y;
}

Dart next_piece(const Map3& map, Dart x) {
    const int label = map.darts[x.index].label;
    Dart y = phi1(map, x);
    while (map.darts[y.index].label != label) y = phi1(map, cross_in_plane(map, y));
    return y;
}

Dart phi1(const Map3& map, int k, Dart d) {
    Dart x = d;
    while (level_of(map, phi1(map, x)) > k) x = next_piece(map, x);
    return phi1(map, x);
}

Dart phi1_inv(const Map3& map, int k, Dart d) {
    Dart x = phi1_inv(map, d);
    const int label = map.darts[x.index].label;
    while (level_of(map, x) > k) {
        x = phi1_inv(map, x);
        while (map.darts[x.index].label != label) x = phi1_inv(map, cross_in_plane(map, x));
    }
    return x;
}

Dart phi2(const Map3& map, int k, Dart d) { return phi2(map, phi1_inv(map, phi1(map, k, d))); }

Dart phi3(const Map3& map, int k, Dart d) { return phi3(map, phi1_inv(map, phi1(map, k, d))); }

Edge edge_of(const Map3& map, int k, Dart d) {
    Edge e = edge_of(map, d);
    while (level_of(map, e) > k) e = {map.edges[e.index].parent};
    return e;
}

Face face_of(const Map3& map, int k, Dart d) {
    Face f = face_of(map, d);
    while (level_of(map, f) > k) f = {map.faces[f.index].parent};
    return f;
}

VolumeCell volume_of(const Map3& map, int k, Dart d) {
    VolumeCell c = volume_of(map, d);
    while (c && level_of(map, c) > k) c = {map.volumes[c.index].parent};
    return c;
}

void find_corner_darts(const Map3& map, VolumeCell c, std::vector<Dart>& darts) {
    const int k = level_of(map, c);
    darts.assign(1, dart_of(map, c));
    for (std::size_t i = 0; i < darts.size(); ++i)
        for (const Dart next : {phi1(map, k, darts[i]), phi2(map, k, darts[i])})
            if (std::find(darts.begin(), darts.end(), next) == darts.end()) darts.push_back(next);
}

void find_corners(const Map3& map, VolumeCell c, std::vector<Vertex>& corners) {
    std::vector<Dart> darts;
    find_corner_darts(map, c, darts);
    corners.clear();
    for (const Dart d : darts)
        if (std::find(corners.begin(), corners.end(), vertex_of(map, d)) == corners.end())
            corners.push_back(vertex_of(map, d));
}

}  // namespace souple
