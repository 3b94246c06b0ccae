// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/build_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "souple/core/errors.h"
#include "souple/topology/edit_map.h"
#include "souple/topology/levels.h"

namespace souple {

namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& what) {
    throw TopologyError(name + ": " + what);
}

void check_polygons(int point_count, const PolygonList& polygons, const std::string& name) {
    const int faces = static_cast<int>(polygons.begin.size()) - 1;
    if (faces < 1) refuse(name, "no faces");
    if (polygons.corners.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()) / 4)
        refuse(name, "too many faces");
    std::vector<int> seen(std::max(point_count, 0), -1);
    for (int f = 0; f < faces; ++f) {
        if (polygons.begin[f + 1] - polygons.begin[f] < 3)
            refuse(name, fmt::format("face {} has less than three corners", f));
        for (int c = polygons.begin[f]; c < polygons.begin[f + 1]; ++c) {
            const int point = polygons.corners[c];
            if (point < 0 || point >= point_count)
                refuse(name, fmt::format("face {} refers to point {}, but there are {} points", f, point,
                                         point_count));
            if (seen[point] == f) refuse(name, fmt::format("face {} uses point {} twice", f, point));
            seen[point] = f;
        }
    }
    for (int i = 0; i < point_count; ++i)
        if (seen[i] < 0) refuse(name, fmt::format("point {} belongs to no face", i));
}

/// Darts 0, 1, 2, ... of the faces, linked inside each face.
void add_faces(Map2& map, const PolygonList& polygons) {
    const int faces = static_cast<int>(polygons.begin.size()) - 1;
    for (int f = 0; f < faces; ++f) {
        const int begin = polygons.begin[f], count = polygons.begin[f + 1] - begin;
        for (int k = 0; k < count; ++k) {
            DartRecord dart;
            dart.next = begin + (k + 1) % count;
            dart.previous = begin + (k + count - 1) % count;
            dart.vertex = polygons.corners[begin + k];
            dart.face = f;
            // a triangle tells its three sides apart, a polygon has 0 and, inside, 1
            dart.label = static_cast<std::uint8_t>(count == 3 ? k : 0);
            map.darts.add(dart);
        }
        map.faces.add({begin});
    }
}

/// A dart under the name of its edge.
struct NamedDart {
    int low = 0, high = 0, dart = 0;
    auto operator<=>(const NamedDart&) const = default;
};

std::vector<NamedDart> sort_by_edge(const Map2& map) {
    std::vector<NamedDart> named;
    named.reserve(map.darts.records.size());
    for (int d = 0; d < map.darts.slot_count(); ++d) {
        const int a = map.darts[d].vertex, b = map.darts[map.darts[d].next].vertex;
        named.push_back({std::min(a, b), std::max(a, b), d});
    }
    std::sort(named.begin(), named.end());
    return named;
}

/// Pairs the darts of each edge; an edge of one face gets a border dart. Borders are linked later.
void pair_darts(Map2& map, const std::string& name) {
    const std::vector<NamedDart> named = sort_by_edge(map);
    for (std::size_t i = 0; i < named.size();) {
        const auto& [low, high, d] = named[i];
        std::size_t end = i + 1;
        while (end < named.size() && named[end].low == low && named[end].high == high) ++end;
        const int face = map.darts[d].face;
        if (end - i > 2)
            refuse(name, fmt::format("edge ({}, {}) has more than two faces ({}, {}, {})", low, high, face,
                                     map.darts[named[i + 1].dart].face, map.darts[named[i + 2].dart].face));
        Dart across;
        if (end - i == 2) {
            across = {named[i + 1].dart};
            if (map.darts[across.index].vertex == map.darts[d].vertex)
                refuse(name, fmt::format("faces {} and {} disagree about their sides at edge ({}, {})", face,
                                         map.darts[across.index].face, low, high));
        } else {
            DartRecord border;
            border.border = 1;
            border.vertex = map.darts[map.darts[d].next].vertex;
            across = {map.darts.add(border)};
        }
        sew(map, {d}, across);
        map.darts[d].edge = map.darts[across.index].edge = map.edges.add({d});
        i = end;
    }
}

/// A border dart is followed by the one that leaves the vertex where it ends.
void link_borders(Map2& map, int point_count, const std::string& name) {
    std::vector<int> leaving(point_count, -1);
    const auto is_hole = [&](int d) { return map.darts[d].border != 0; };
    for (int d = 0; d < map.darts.slot_count(); ++d) {
        if (!is_hole(d)) continue;
        int& first = leaving[map.darts[d].vertex];
        if (first >= 0)
            refuse(name,
                   fmt::format("two sheets meet only in point {} (faces {} and {})", map.darts[d].vertex,
                               map.darts[map.darts[first].across].face, map.darts[map.darts[d].across].face));
        first = d;
    }
    for (int d = 0; d < map.darts.slot_count(); ++d)
        if (is_hole(d)) link(map, {d}, {leaving[end_of(map, {d}).index]});
}

/// Gives each vertex a dart, and refuses a vertex whose darts are not all around it.
void add_vertices(Map2& map, int point_count, const std::string& name) {
    for (int i = 0; i < point_count; ++i) map.vertices.add({});
    std::vector<int> darts_at(point_count, 0);
    for (int d = map.darts.slot_count() - 1; d >= 0; --d) {
        ++darts_at[map.darts[d].vertex];
        map.vertices[map.darts[d].vertex].dart = d;
    }
    for (int i = 0; i < point_count; ++i) {
        const Dart first = dart_of(map, Vertex{i});
        Dart d = first;
        do {
            --darts_at[i];
            d = turn(map, d);
        } while (d != first);
        if (darts_at[i] != 0)
            refuse(name, fmt::format("two sheets meet only in point {} (face {} is in one of them)", i,
                                     face_of(map, first).index));
    }
}

/// Corners that a fan would join to triangles without area are cut off first: those next to a hanging vertex.
void cut_ears(std::vector<int>& polygon, std::vector<char>& straight,
              std::vector<std::array<int, 3>>& triangles) {
    const auto next = [&](std::size_t i) { return (i + 1) % polygon.size(); };
    for (std::size_t i = 0; polygon.size() > 3;) {
        const std::size_t j = next(i), k = next(j);
        const bool any = std::find(straight.begin(), straight.end(), 1) != straight.end();
        if (straight[j] || (any && !straight[i] && !straight[k])) {
            i = next(i);
            continue;
        }
        triangles.push_back({polygon[i], polygon[j], polygon[k]});
        straight[i] = straight[k] = 0;
        polygon.erase(polygon.begin() + static_cast<std::ptrdiff_t>(j));
        straight.erase(straight.begin() + static_cast<std::ptrdiff_t>(j));
        if (i >= polygon.size()) i = 0;
    }
    triangles.push_back({polygon[0], polygon[1], polygon[2]});
}

}  // namespace

Map2 map_from_polygons(int point_count, const PolygonList& polygons, const std::string& name) {
    check_polygons(point_count, polygons, name);
    Map2 map;
    map.darts.records.reserve(polygons.corners.size());
    add_faces(map, polygons);
    pair_darts(map, name);
    link_borders(map, point_count, name);
    add_vertices(map, point_count, name);
    return map;
}

Map2 map_from_triangles(const TriangleMesh& mesh, const std::string& name) {
    check_indices(mesh, name);
    PolygonList polygons;
    for (const auto& triangle : mesh.triangles) polygons.add(triangle);
    return map_from_polygons(static_cast<int>(mesh.points.size()), polygons, name);
}

Map2 map_from_quads(int point_count, std::span<const std::array<int, 4>> quads, const std::string& name) {
    PolygonList polygons;
    for (const auto& quad : quads) polygons.add(quad);
    return map_from_polygons(point_count, polygons, name);
}

void append_triangles(const Map2& map, std::vector<std::array<int, 3>>& triangles, std::vector<Face>* faces) {
    std::vector<int> polygon;
    std::vector<char> straight;
    for (int f = 0; f < map.faces.slot_count(); ++f) {
        if (!is_leaf(map, Face{f})) continue;
        polygon.clear();
        straight.clear();
        const Dart first = dart_of(map, Face{f});
        Dart d = first;
        do {
            polygon.push_back(vertex_of(map, d).index);
            straight.push_back(hangs(map, d));
            d = phi1(map, d);
        } while (d != first);
        cut_ears(polygon, straight, triangles);
        if (faces) faces->resize(triangles.size(), Face{f});
    }
}

}  // namespace souple
