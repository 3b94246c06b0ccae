// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/volumes/map3.h"

#include <fmt/format.h>

#include "souple/topology/volumes/walks3.h"

namespace souple {

namespace {

std::string fault_of_links(const Map3& map, Dart d) {
    const auto live = [&](Dart x) { return map.darts.is_live(x.index); };
    const Dart next = phi1(map, d), across = phi2(map, d), beyond = phi3(map, d);
    const auto fault = [&](const char* what) { return fmt::format("dart {}: {}", d.index, what); };
    if (!live(next) || !live(phi1_inv(map, d)) || !live(across) || !live(beyond))
        return fault("linked to a dart that is not there");
    if (phi1_inv(map, next) != d) return fault("phi1_inv does not undo phi1");
    if (phi2(map, across) != d || across == d) return fault("phi2 is not a pairing");
    if (phi3(map, beyond) != d || beyond == d) return fault("phi3 is not a pairing");
    if (phi1(map, phi3(map, phi1(map, beyond))) != d) return fault("phi1 after phi3 is not a pairing");
    return "";
}

std::string fault_of_cells(const Map3& map, Dart d) {
    const Dart next = phi1(map, d), across = phi2(map, d), beyond = phi3(map, d);
    const auto fault = [&](const char* what) { return fmt::format("dart {}: {}", d.index, what); };
    if (vertex_of(map, next) != vertex_of(map, across) || vertex_of(map, next) != vertex_of(map, beyond))
        return fault("does not end where the next one starts");
    if (!map.vertices.is_live(vertex_of(map, d).index)) return fault("has no vertex");
    if (!is_leaf(map, edge_of(map, d)) || edge_of(map, d) != edge_of(map, across) ||
        edge_of(map, d) != edge_of(map, beyond))
        return fault("has no edge");
    if (!is_leaf(map, face_of(map, d)) || face_of(map, d) != face_of(map, next) ||
        face_of(map, d) != face_of(map, beyond))
        return fault("has no face");
    if (volume_of(map, d) != volume_of(map, next) || volume_of(map, d) != volume_of(map, across))
        return fault("has another volume than the next one");
    if (is_border(map, d) == is_leaf(map, volume_of(map, d)))
        return fault("is neither in a volume nor a border");
    if (map.darts[d.index].side != map.darts[next.index].side)
        return fault("looks another way than its face");
    return "";
}

/// Children name their parent and are one level finer; halves name the edge they are of.
std::string fault_of_trees(const Map3& map) {
    const auto check = [&](const auto& table, const char* kind) {
        for (int i = 0; i < table.slot_count(); ++i)
            for (int c = table[i].first_child; c >= 0; c = table[c].next_sibling)
                if (!table.is_live(c) || table[c].parent != i || table[c].level != table[i].level + 1)
                    return fmt::format("{} {}: {} is not its child", kind, i, c);
        return std::string();
    };
    std::string fault = check(map.volumes, "volume");
    if (fault.empty()) fault = check(map.faces, "face");
    for (int e = 0; e < map.edges.slot_count() && fault.empty(); ++e) {
        const int parent = map.edges[e].parent;
        if (parent >= 0 && (!map.edges.is_live(parent) || map.edges[parent].midpoint < 0 ||
                            map.edges[parent].level + 1 != map.edges[e].level))
            fault = fmt::format("edge {}: not a half of edge {}", e, parent);
    }
    return fault;
}

struct DartsAtCells {
    std::vector<int> vertex, edge, face, volume;
};
DartsAtCells darts_at_cells(const Map3& map) {
    DartsAtCells count{std::vector<int>(map.vertices.slot_count()), std::vector<int>(map.edges.slot_count()),
                       std::vector<int>(map.faces.slot_count()), std::vector<int>(map.volumes.slot_count())};
    for (int d = 0; d < map.darts.slot_count(); ++d) {
        if (!map.darts.is_live(d)) continue;
        ++count.vertex[map.darts[d].vertex];
        ++count.edge[map.darts[d].edge];
        ++count.face[map.darts[d].face];
        if (map.darts[d].volume >= 0) ++count.volume[map.darts[d].volume];
    }
    return count;
}

/// The darts that the operators find around each cell are all that name it.
std::string fault_of_orbits(const Map3& map) {
    const DartsAtCells count = darts_at_cells(map);
    std::string fault;
    OrbitRoom room;
    const auto check = [&](const char* kind, int cell, bool owns, int around, int named) {
        if (fault.empty() && (!owns || around != named))
            fault = fmt::format("{} {}: {} darts around it, {} name it", kind, cell, around, named);
    };
    for_each_vertex(map, [&](Vertex v) {
        find_vertex_darts(map, dart_of(map, v), room);
        check("vertex", v.index, vertex_of(map, dart_of(map, v)) == v, static_cast<int>(room.darts.size()),
              count.vertex[v.index]);
    });
    for_each_edge(map, [&](Edge e) {
        int around = 0;
        for_each_dart_around_edge(map, dart_of(map, e), [&](Dart) { ++around; });
        check("edge", e.index, edge_of(map, dart_of(map, e)) == e, around, count.edge[e.index]);
    });
    for_each_face(map, [&](Face f) {
        int around = 0;
        for_each_dart_around(map, dart_of(map, f), [&](Dart) { around += 2; });
        check("face", f.index, face_of(map, dart_of(map, f)) == f, around, count.face[f.index]);
    });
    for_each_volume(map, [&](VolumeCell c) {
        find_volume_darts(map, dart_of(map, c), room);
        check("volume", c.index, volume_of(map, dart_of(map, c)) == c, static_cast<int>(room.darts.size()),
              count.volume[c.index]);
    });
    return fault;
}

template <class Record>
std::size_t bytes_of(const SlotTable<Record>& table) {
    return table.records.size() * (sizeof(Record) + sizeof(int)) + table.free.size() * sizeof(int);
}

}  // namespace

std::string find_fault(const Map3& map) {
    for (int d = 0; d < map.darts.slot_count(); ++d) {
        if (!map.darts.is_live(d)) continue;
        if (std::string fault = fault_of_links(map, {d}); !fault.empty()) return fault;
        if (std::string fault = fault_of_cells(map, {d}); !fault.empty()) return fault;
    }
    if (std::string fault = fault_of_trees(map); !fault.empty()) return fault;
    return fault_of_orbits(map);
}

VolumeCounts count_cells(const Map3& map) {
    VolumeCounts counts;
    counts.vertices = map.vertices.live_count();
    for_each_edge(map, [&](Edge) { ++counts.edges; });
    for_each_face(map, [&](Face) { ++counts.faces; });
    for_each_volume(map, [&](VolumeCell) { ++counts.volumes; });
    return counts;
}

std::size_t memory_of(const Map3& map) {
    return bytes_of(map.darts) + bytes_of(map.vertices) + bytes_of(map.edges) + bytes_of(map.faces) +
           bytes_of(map.volumes);
}

}  // namespace souple
