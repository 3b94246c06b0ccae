// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Walks over a 3-map, always in the same order: over all cells by number, around a cell by its operators.
#pragma once

#include <algorithm>
#include <vector>

#include "souple/topology/volumes/map3.h"

namespace souple {

template <class Visit>
void for_each_vertex(const Map3& map, const Visit& visit) {
    for (int v = 0; v < map.vertices.slot_count(); ++v)
        if (map.vertices.is_live(v)) visit(Vertex{v});
}
template <class Visit>
void for_each_edge(const Map3& map, const Visit& visit) {
    for (int e = 0; e < map.edges.slot_count(); ++e)
        if (is_leaf(map, Edge{e})) visit(Edge{e});
}
template <class Visit>
void for_each_face(const Map3& map, const Visit& visit) {
    for (int f = 0; f < map.faces.slot_count(); ++f)
        if (is_leaf(map, Face{f})) visit(Face{f});
}
template <class Visit>
void for_each_volume(const Map3& map, const Visit& visit) {
    for (int c = 0; c < map.volumes.slot_count(); ++c)
        if (is_leaf(map, VolumeCell{c})) visit(VolumeCell{c});
}

/// Which darts a walk has met, reused from walk to walk.
struct OrbitRoom {
    std::vector<int> darts;  ///< of the latest orbit, in the order they were met
    std::vector<unsigned> seen;
    unsigned stamp = 0;

    void start(const Map3& map) {
        darts.clear();
        if (static_cast<int>(seen.size()) < map.darts.slot_count()) seen.resize(map.darts.slot_count(), 0);
        if (++stamp == 0) {
            std::fill(seen.begin(), seen.end(), 0u);
            stamp = 1;
        }
    }
    void push(Dart d) {
        if (seen[d.index] == stamp) return;
        seen[d.index] = stamp;
        darts.push_back(d.index);
    }
};

/// All darts that permutations lead to, starting from those in the room. `step(d, push)` pushes the images.
template <class Step>
void fill_orbit(OrbitRoom& room, const Step& step) {
    for (std::size_t k = 0; k < room.darts.size(); ++k)
        step(Dart{room.darts[k]}, [&](Dart d) { room.push(d); });
}
/// The darts of the volume of d, or of the outside.
inline void find_volume_darts(const Map3& map, Dart d, OrbitRoom& room) {
    room.start(map);
    room.push(d);
    fill_orbit(room, [&](Dart x, const auto& push) {
        push(phi1(map, x));
        push(phi2(map, x));
    });
}
/// The darts that leave the vertex of d, those outside too.
inline void find_vertex_darts(const Map3& map, Dart d, OrbitRoom& room) {
    room.start(map);
    room.push(d);
    fill_orbit(room, [&](Dart x, const auto& push) {
        push(phi1(map, phi2(map, x)));
        push(phi1(map, phi3(map, x)));
    });
}

/// The darts around an edge, two in each volume there.
template <class Visit>
void for_each_dart_around_edge(const Map3& map, Dart first, const Visit& visit) {
    Dart d = first;
    do {
        const Dart back = phi2(map, d), next = phi3(map, back);
        visit(d);
        visit(back);
        d = next;
    } while (d != first);
}
/// The darts of a face, seen from one side.
template <class Visit>
void for_each_dart_around(const Map3& map, Dart first, const Visit& visit) {
    Dart d = first;
    do {
        const Dart next = phi1(map, d);
        visit(d);
        d = next;
    } while (d != first);
}

/// The leaf volumes that share a vertex with a leaf volume, without itself: each once, by number.
inline void find_volumes_around(const Map3& map, VolumeCell c, OrbitRoom& room, std::vector<int>& found) {
    found.clear();
    find_volume_darts(map, dart_of(map, c), room);
    fill_orbit(room, [&](Dart x, const auto& push) {
        push(phi1(map, phi2(map, x)));
        push(phi1(map, phi3(map, x)));
        const int volume = volume_of(map, x).index;
        if (volume >= 0 && volume != c.index) found.push_back(volume);
    });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
}

}  // namespace souple
