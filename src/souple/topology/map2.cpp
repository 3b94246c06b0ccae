// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/map2.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "souple/topology/walks.h"

namespace souple {

namespace {

std::string find_fault_of_dart(const Map2& map, Dart d) {
    const auto live = [&](Dart x) { return map.darts.is_live(x.index); };
    const Dart next = phi1(map, d), previous = phi1_inv(map, d), across = phi2(map, d);
    const auto fault = [&](const char* what) { return fmt::format("dart {}: {}", d.index, what); };
    if (!live(next) || !live(previous) || !live(across)) return fault("linked to a dart that is not there");
    if (phi1_inv(map, next) != d) return fault("phi1_inv does not undo phi1");
    if (phi2(map, across) != d || across == d) return fault("phi2 is not a pairing");
    if (vertex_of(map, next) != vertex_of(map, across))
        return fault("does not end where the next one starts");
    if (!map.vertices.is_live(vertex_of(map, d).index)) return fault("has no vertex");
    if (!is_leaf(map, edge_of(map, d)) || edge_of(map, d) != edge_of(map, across))
        return fault("has no edge");
    if (face_of(map, next) != face_of(map, d)) return fault("has another face than the next one");
    if (is_border(map, d) == is_leaf(map, face_of(map, d))) return fault("is neither in a face nor a border");
    return "";
}

/// The dart of a cell leads back to it, and the darts around it are all there are.
template <class Cell>
std::string find_fault_of_cell(const Map2& map, const char* kind, Cell cell, Cell of_dart, int darts) {
    if (of_dart != cell) return fmt::format("{} {}: its dart belongs to another", kind, cell.index);
    const Dart first = dart_of(map, cell);
    int count = 0;
    for_each_dart(map, cell, [&](Dart) { ++count; });
    if (count != darts || !map.darts.is_live(first.index))
        return fmt::format("{} {}: {} darts around it, {} name it", kind, cell.index, count, darts);
    return "";
}

struct DartsOfCells {
    std::vector<int> vertex, edge, face;
};

DartsOfCells count_darts(const Map2& map) {
    DartsOfCells count{std::vector<int>(map.vertices.slot_count()), std::vector<int>(map.edges.slot_count()),
                       std::vector<int>(map.faces.slot_count())};
    for (int d = 0; d < map.darts.slot_count(); ++d) {
        if (!map.darts.is_live(d)) continue;
        ++count.vertex[map.darts[d].vertex];
        ++count.edge[map.darts[d].edge];
        if (map.darts[d].face >= 0) ++count.face[map.darts[d].face];
    }
    return count;
}

/// Children name their parent, are one level finer, and a cell with children is no leaf.
std::string find_fault_of_trees(const Map2& map) {
    for (int f = 0; f < map.faces.slot_count(); ++f)
        for (int c = map.faces[f].first_child; c >= 0; c = map.faces[c].next_sibling)
            if (!map.faces.is_live(c) || map.faces[c].parent != f ||
                map.faces[c].level != map.faces[f].level + 1)
                return fmt::format("face {}: face {} is not its child", f, c);
    for (int e = 0; e < map.edges.slot_count(); ++e) {
        const int parent = map.edges[e].parent;
        if (parent >= 0 && (!map.edges.is_live(parent) || map.edges[parent].midpoint < 0 ||
                            map.edges[parent].level + 1 != map.edges[e].level))
            return fmt::format("edge {}: not a half of edge {}", e, parent);
    }
    return "";
}

class WordHasher {
public:
    template <class Record>
    void add(const SlotTable<Record>& table) {
        static_assert(std::has_unique_object_representations_v<Record>, "no padding may reach the hash");
        add_bytes(table.records.data(), table.records.size() * sizeof(Record));
        add_bytes(table.free.data(), table.free.size() * sizeof(int));
    }
    std::uint64_t value() const { return hash_; }

private:
    void add_word(std::uint64_t word) {
        hash_ = (hash_ ^ word) * 0x9fb21c651e98df25ull;
        hash_ ^= hash_ >> 32;
    }
    void add_bytes(const void* data, std::size_t size) {
        const char* bytes = static_cast<const char*>(data);
        add_word(size);
        for (std::size_t at = 0; at < size; at += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes + at, std::min<std::size_t>(8, size - at));
            add_word(word);
        }
    }
    std::uint64_t hash_ = 0xcbf29ce484222325ull;
};

}  // namespace

std::string find_fault(const Map2& map) {
    for (int d = 0; d < map.darts.slot_count(); ++d)
        if (map.darts.is_live(d))
            if (std::string fault = find_fault_of_dart(map, {d}); !fault.empty()) return fault;
    std::string fault = find_fault_of_trees(map);
    const DartsOfCells count = count_darts(map);
    const auto check = [&](const char* kind, auto cell, auto of_dart, int darts) {
        if (fault.empty()) fault = find_fault_of_cell(map, kind, cell, of_dart, darts);
    };
    for_each_vertex(
        map, [&](Vertex v) { check("vertex", v, vertex_of(map, dart_of(map, v)), count.vertex[v.index]); });
    for_each_edge(map, [&](Edge e) { check("edge", e, edge_of(map, dart_of(map, e)), count.edge[e.index]); });
    for_each_face(map, [&](Face f) { check("face", f, face_of(map, dart_of(map, f)), count.face[f.index]); });
    return fault;
}

std::vector<int> find_components(const Map2& map) {
    std::vector<int> component(map.darts.slot_count(), -1), waiting;
    int count = 0;
    for (int first = 0; first < map.darts.slot_count(); ++first) {
        if (!map.darts.is_live(first) || component[first] >= 0) continue;
        component[first] = count;
        waiting.push_back(first);
        while (!waiting.empty()) {
            const DartRecord& dart = map.darts[waiting.back()];
            waiting.pop_back();
            for (const int d : {dart.next, dart.across})
                if (component[d] < 0) {
                    component[d] = count;
                    waiting.push_back(d);
                }
        }
        ++count;
    }
    return component;
}

CellCounts count_cells(const Map2& map) {
    CellCounts counts;
    counts.vertices = map.vertices.live_count();
    for_each_edge(map, [&](Edge) { ++counts.edges; });
    for_each_face(map, [&](Face) { ++counts.faces; });
    std::vector<char> seen(map.darts.slot_count());
    for (int first = 0; first < map.darts.slot_count(); ++first) {
        if (!map.darts.is_live(first) || !is_border(map, {first}) || seen[first]) continue;
        ++counts.holes;
        for_each_dart_around(map, {first}, [&](Dart d) { seen[d.index] = 1; });
    }
    for (const int component : find_components(map))
        counts.components = std::max(counts.components, component + 1);
    return counts;
}

std::uint64_t hash_of(const Map2& map) {
    WordHasher hasher;
    hasher.add(map.darts);
    hasher.add(map.vertices);
    hasher.add(map.edges);
    hasher.add(map.faces);
    return hasher.value();
}

}  // namespace souple
