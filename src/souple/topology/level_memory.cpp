// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/level_memory.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "souple/topology/levels.h"
#include "souple/topology/volumes/levels3.h"

namespace souple {

namespace {

std::array<int, 3> links_at(const Map2& map, int k, Dart d) {
    return {phi1(map, k, d).index, phi1_inv(map, k, d).index, phi2(map, k, d).index};
}
std::array<int, 4> links_at(const Map3& map, int k, Dart d) {
    return {phi1(map, k, d).index, phi1_inv(map, k, d).index, phi2(map, k, d).index, phi3(map, k, d).index};
}

/// A vertex keeps its number as levels are added, so its links alone tell whether a dart needs another set.
template <class Map>
LevelMemory count_links(const Map& map) {
    LevelMemory memory;
    int deepest = 0;
    for (int d = 0; d < map.darts.slot_count(); ++d)
        if (map.darts.is_live(d)) deepest = std::max(deepest, level_of(map, Dart{d}));
    for (int n = 0; n < map.darts.slot_count(); ++n) {
        const Dart d{n};
        if (!map.darts.is_live(n) || is_border(map, d)) continue;
        ++memory.darts;
        const int first = level_of(map, d);
        memory.entries += deepest - first + 1;
        auto before = links_at(map, first, d);
        ++memory.sets;
        for (int k = first + 1; k <= deepest; ++k) {
            const auto now = links_at(map, k, d);
            memory.sets += now != before;
            before = now;
        }
    }
    memory.links = static_cast<int>(std::tuple_size_v<decltype(links_at(map, 0, Dart{}))>) + 1;
    return memory;
}

}  // namespace

LevelMemory memory_of_levels(const Map2& map) { return count_links(map); }
LevelMemory memory_of_levels(const Map3& map) { return count_links(map); }

}  // namespace souple
