// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/map_rows.h"

#include <fmt/format.h>

#include "souple/core/errors.h"
#include "souple/core/parallel.h"
#include "souple/topology/walks.h"

namespace souple {

void write_rows(const Map2& map, MapRows& rows) {
    const int vertices = map.vertices.slot_count(), faces = map.faces.slot_count();
    rows.begin.assign(1, 0);
    rows.vertex_begin.assign(1, 0);
    rows.faces.clear();
    rows.vertices.clear();
    rows.is_border.assign(vertices, 0);
    for (int v = 0; v < vertices; ++v) {
        if (map.vertices.is_live(v))
            for_each_dart(map, Vertex{v}, [&](Dart d) {
                rows.vertices.push_back(end_of(map, d).index);
                if (is_border(map, d))
                    rows.is_border[v] = 1;
                else
                    rows.faces.push_back(face_of(map, d).index);
            });
        rows.begin.push_back(static_cast<int>(rows.faces.size()));
        rows.vertex_begin.push_back(static_cast<int>(rows.vertices.size()));
    }
    rows.corners.assign(faces, {-1, -1, -1});
    for_each_face(map, [&](Face f) {
        int count = 0;
        for_each_dart(map, f, [&](Dart d) {
            if (count < 3) rows.corners[f.index][count] = vertex_of(map, d).index;
            ++count;
        });
        if (count != 3) throw TopologyError(fmt::format("face {} has {} sides, not three", f.index, count));
    });
}

void find_normals(const MapRows& rows, std::span<const Vec3> places, std::vector<Vec3>& of_faces,
                  std::vector<Vec3>& of_vertices) {
    of_faces.resize(rows.corners.size());
    of_vertices.resize(rows.begin.size() - 1);
    parallel_for(static_cast<int>(of_faces.size()), [&](int f) {
        const auto [a, b, c] = rows.corners[f];
        of_faces[f] = a < 0 ? Vec3(Vec3::Zero()) : Vec3((places[b] - places[a]).cross(places[c] - places[a]));
    });
    parallel_for(static_cast<int>(of_vertices.size()), [&](int v) {
        Vec3 sum = Vec3::Zero();
        for (const int f : rows.faces_around(v)) sum += of_faces[f];
        const Real length = sum.norm();
        of_vertices[v] = length > 0 ? Vec3(sum / length) : sum;
    });
}

void smooth(const MapRows& rows, std::span<const Vec3> places, std::vector<Vec3>& smoothed) {
    smoothed.resize(rows.begin.size() - 1);
    parallel_for(static_cast<int>(smoothed.size()), [&](int v) {
        const std::span<const int> around = rows.vertices_around(v);
        if (rows.is_border[v] || around.empty()) {
            smoothed[v] = places[v];
            return;
        }
        Vec3 sum = Vec3::Zero();
        for (const int n : around) sum += places[n];
        smoothed[v] = sum / static_cast<Real>(around.size());
    });
}

}  // namespace souple
