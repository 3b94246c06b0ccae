// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/topology/map_rows.cpp.
#include "souple/topology/map_rows.h"

#include <gtest/gtest.h>

#include "souple/core/errors.h"
#include "souple/topology/build_map.h"
#include "souple/topology/refine.h"
#include "souple/topology/walks.h"

namespace souple {
namespace {

TEST(MapRows, F2_5_rows_are_what_walks_around_vertices_find) {
    const TriangleMesh mesh = make_grid(5, 4, 1, 1);
    const Map2 map = map_from_triangles(mesh, "sheet");
    MapRows rows;
    write_rows(map, rows);
    for_each_vertex(map, [&](Vertex v) {
        std::vector<int> faces, vertices;
        bool border = false;
        for_each_dart(map, v, [&](Dart d) {
            vertices.push_back(end_of(map, d).index);
            border |= is_border(map, d);
            if (!is_border(map, d)) faces.push_back(face_of(map, d).index);
        });
        const auto f = rows.faces_around(v.index), n = rows.vertices_around(v.index);
        EXPECT_EQ(std::vector<int>(f.begin(), f.end()), faces);
        EXPECT_EQ(std::vector<int>(n.begin(), n.end()), vertices);
        EXPECT_EQ(rows.is_border[v.index] != 0, border);
    });
    EXPECT_EQ(rows.corners.size(), mesh.triangles.size());
}

TEST(MapRows, F2_5_normals_of_a_sphere_point_outwards_and_smoothing_shrinks_it_evenly) {
    const TriangleMesh mesh = make_icosphere(2, 3);
    MapRows rows;
    write_rows(map_from_triangles(mesh, "sphere"), rows);
    std::vector<Vec3> faces, vertices, smoothed;
    find_normals(rows, mesh.points, faces, vertices);
    smooth(rows, mesh.points, smoothed);
    for (std::size_t v = 0; v < mesh.points.size(); ++v) {
        EXPECT_GT(vertices[v].dot(mesh.points[v]), 1.99);
        EXPECT_LT(smoothed[v].norm(), 2);
        EXPECT_GT(smoothed[v].norm(), 1.95);
    }
    for (std::size_t f = 0; f < mesh.triangles.size(); ++f)
        EXPECT_NEAR(faces[f].norm(), 2 * area(mesh, static_cast<int>(f)), 1e-14);
}

TEST(MapRows, F2_5_a_face_with_hanging_vertices_is_refused_and_borders_stay_put) {
    const TriangleMesh mesh = make_grid(2, 2, 1, 1);
    Map2 map = map_from_triangles(mesh, "sheet");
    MapRows rows;
    write_rows(map, rows);
    std::vector<Vec3> smoothed;
    smooth(rows, mesh.points, smoothed);
    for (std::size_t v = 0; v < mesh.points.size(); ++v)
        EXPECT_TRUE(v == 4 || smoothed[v] == mesh.points[v]) << v;
    MapChange change;
    split(map, Face{0}, change);
    EXPECT_THROW(write_rows(map, rows), TopologyError);
}

}  // namespace
}  // namespace souple
