// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/volumes/build_map3.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "souple/core/errors.h"
#include "souple/topology/volumes/edit_map3.h"
#include "souple/topology/volumes/walks3.h"

namespace souple {

namespace {

/// The faces of a hexahedron, to the left seen from outside; faces 2 a and 2 a + 1 look along direction a.
constexpr std::array<std::array<int, 4>, 6> hexahedron_faces{
    {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};

void check_hexahedra(int point_count, std::span<const HexahedronCorners> hexahedra, const std::string& name) {
    for (std::size_t h = 0; h < hexahedra.size(); ++h)
        for (int i = 0; i < 8; ++i) {
            const int corner = hexahedra[h][i];
            if (corner < 0 || corner >= point_count)
                throw TopologyError(
                    fmt::format("{}: hexahedron {} refers to point {}, but there are {} points", name, h,
                                corner, point_count));
            for (int j = 0; j < i; ++j)
                if (hexahedra[h][j] == corner)
                    throw TopologyError(
                        fmt::format("{}: hexahedron {} has point {} at two corners", name, h, corner));
        }
}

/// 24 darts for each hexahedron, linked with each other.
void add_darts(Map3& map, std::span<const HexahedronCorners> hexahedra) {
    for (int h = 0; h < static_cast<int>(hexahedra.size()); ++h) {
        map.volumes.add({24 * h, 0, -1, -1, -1, 0});
        for (int f = 0; f < 6; ++f)
            for (int k = 0; k < 4; ++k) {
                const int corner = hexahedron_faces[f][k], after = hexahedron_faces[f][(k + 1) % 4];
                Dart3Record dart;
                const int first = 24 * h + 4 * f;
                dart.next = first + (k + 1) % 4;
                dart.previous = first + (k + 3) % 4;
                dart.vertex = hexahedra[h][corner];
                dart.volume = h;
                dart.label = static_cast<std::uint8_t>((corner ^ after) >> 1);  // 1, 2, 4: along 0, 1, 2
                dart.side = static_cast<std::uint8_t>(f / 2);
                map.darts.add(dart);
            }
        for (int a = 24 * h; a < 24 * h + 24; ++a)
            for (int b = a + 1; b < 24 * h + 24; ++b)
                if (map.darts[a].vertex == map.darts[map.darts[b].next].vertex &&
                    map.darts[b].vertex == map.darts[map.darts[a].next].vertex)
                    sew_across(map, {a}, {b});
    }
}

/// A face of a hexahedron by its points.
struct QuadKey {
    std::array<int, 4> points{};
    int dart = -1;
    auto operator<=>(const QuadKey&) const = default;
};

void sew_quads(Map3& map, int a, int b, const std::string& name) {
    int mate = b;
    for (int k = 0; k < 4 && map.darts[map.darts[mate].next].vertex != map.darts[a].vertex; ++k)
        mate = map.darts[mate].next;
    for (int k = 0; k < 4; ++k, a = map.darts[a].next, mate = map.darts[mate].previous) {
        if (map.darts[map.darts[mate].next].vertex != map.darts[a].vertex)
            throw TopologyError(fmt::format("{}: hexahedra {} and {} disagree about the sides of a face",
                                            name, map.darts[a].volume, map.darts[b].volume));
        sew_beyond(map, {a}, {mate});
    }
}

void sew_neighbours(Map3& map, const std::string& name) {
    std::vector<QuadKey> quads;
    for (int first = 0; first < map.darts.slot_count(); first += 4) {
        QuadKey quad;
        quad.dart = first;
        for (int k = 0; k < 4; ++k) quad.points[k] = map.darts[first + k].vertex;
        std::sort(quad.points.begin(), quad.points.end());
        quads.push_back(quad);
    }
    std::sort(quads.begin(), quads.end());
    for (std::size_t i = 0; i + 1 < quads.size(); ++i) {
        if (quads[i].points != quads[i + 1].points) continue;
        if (i + 2 < quads.size() && quads[i + 2].points == quads[i].points)
            throw TopologyError(fmt::format(
                "{}: three hexahedra share a face: {}, {} and {}", name, map.darts[quads[i].dart].volume,
                map.darts[quads[i + 1].dart].volume, map.darts[quads[i + 2].dart].volume));
        sew_quads(map, quads[i].dart, quads[i + 1].dart, name);
        ++i;
    }
}

/// Darts outside, one for each dart without a volume beyond it.
void close_border(Map3& map) {
    const int inside = map.darts.slot_count();
    for (int d = 0; d < inside; ++d) {
        if (map.darts[d].beyond >= 0) continue;
        Dart3Record dart;
        dart.vertex = map.darts[map.darts[d].next].vertex;
        dart.label = map.darts[d].label;
        dart.side = 3;
        dart.border = 1;
        sew_beyond(map, {d}, {map.darts.add(dart)});
    }
    for (int b = inside; b < map.darts.slot_count(); ++b) {
        const Dart inner = phi3(map, Dart{b});
        link(map, {b}, phi3(map, phi1_inv(map, inner)));
        // around the edge, through the inside, to the other face of the border
        Dart y = phi2(map, inner);
        while (!is_border(map, phi3(map, y))) y = phi2(map, phi3(map, y));
        sew_across(map, {b}, phi3(map, y));
    }
}

void number_cells(Map3& map, int point_count, const std::string& name) {
    for (int v = 0; v < point_count; ++v) map.vertices.add({});
    std::vector<int> named(point_count, 0);
    for (int d = 0; d < map.darts.slot_count(); ++d) {
        VertexRecord& vertex = map.vertices[map.darts[d].vertex];
        if (vertex.dart < 0) vertex.dart = d;
        ++named[map.darts[d].vertex];
        if (map.darts[d].edge < 0) {
            const int edge = map.edges.add({d, 0});
            for_each_dart_around_edge(map, {d}, [&](Dart x) { map.darts[x.index].edge = edge; });
        }
        if (map.darts[d].face < 0) paint_face(map, {d}, {map.faces.add({d, 0})});
    }
    OrbitRoom room;
    for (int v = 0; v < point_count; ++v) {
        if (named[v] == 0) throw TopologyError(fmt::format("{}: point {} belongs to no hexahedron", name, v));
        find_vertex_darts(map, dart_of(map, Vertex{v}), room);
        if (static_cast<int>(room.darts.size()) != named[v])
            throw TopologyError(
                fmt::format("{}: hexahedra meet at point {} in a point or an edge only", name, v));
    }
}

}  // namespace

Map3 map_from_hexahedra(int point_count, std::span<const HexahedronCorners> hexahedra,
                        const std::string& name) {
    if (hexahedra.empty()) throw TopologyError(name + ": there are no hexahedra");
    check_hexahedra(point_count, hexahedra, name);
    Map3 map;
    add_darts(map, hexahedra);
    sew_neighbours(map, name);
    close_border(map);
    number_cells(map, point_count, name);
    return map;
}

}  // namespace souple
