// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/topology/build_map.cpp.
#include "souple/topology/build_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "level_oracle.h"
#include "souple/core/errors.h"

namespace souple {
namespace {

std::string refusal(int points, std::initializer_list<std::vector<int>> faces) {
    PolygonList polygons;
    for (const auto& face : faces) polygons.add(face);
    try {
        map_from_polygons(points, polygons, "cape");
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(BuildMap, what_is_no_manifold_is_refused_and_the_place_is_named) {
    using testing::HasSubstr;
    EXPECT_THAT(refusal(3, {}), HasSubstr("cape: no faces"));
    EXPECT_THAT(refusal(3, {{0, 1}}), HasSubstr("face 0"));
    EXPECT_THAT(refusal(4, {{0, 1, 2}, {0, 2, 2}}), HasSubstr("face 1 uses point 2 twice"));
    EXPECT_THAT(refusal(3, {{0, 1, 3}}), HasSubstr("face 0 refers to point 3"));
    EXPECT_THAT(refusal(3, {{0, 1, -1}}), HasSubstr("face 0 refers to point -1"));
    EXPECT_THAT(refusal(4, {{0, 1, 2}}), HasSubstr("point 3 belongs to no face"));
    EXPECT_THAT(refusal(5, {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}}),
                HasSubstr("edge (0, 1) has more than two faces"));
    EXPECT_THAT(refusal(4, {{0, 1, 2}, {0, 1, 3}}), HasSubstr("disagree about their sides at edge (0, 1)"));
    EXPECT_THAT(refusal(5, {{0, 1, 2}, {0, 3, 4}}), HasSubstr("meet only in point 0"));
    EXPECT_EQ(refusal(4, {{0, 1, 2}, {1, 0, 3}}), "accepted");
}

TEST(BuildMap, two_closed_cones_with_a_common_tip_are_refused) {
    EXPECT_THAT(
        refusal(7, {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {3, 2, 1}, {0, 4, 5}, {0, 5, 6}, {0, 6, 4}, {6, 5, 4}}),
        testing::HasSubstr("meet only in point 0"));
}

TEST(BuildMap, vertices_faces_and_edges_keep_the_numbers_of_the_mesh) {
    const TriangleMesh mesh = make_icosphere(1, 2);
    const Map2 map = map_from_triangles(mesh, "ball");
    for (int f = 0; f < map.faces.slot_count(); ++f)
        for (int k = 0; k < 3; ++k) EXPECT_EQ(vertex_of(map, Dart{3 * f + k}).index, mesh.triangles[f][k]);
    const std::vector<MeshEdge> edges = edges_of(mesh);
    ASSERT_EQ(map.edges.slot_count(), static_cast<int>(edges.size()));
    for (int e = 0; e < map.edges.slot_count(); ++e) {
        const Dart d = dart_of(map, Edge{e});
        EXPECT_EQ(vertex_of(map, d).index, edges[e].a);
        EXPECT_EQ(end_of(map, d).index, edges[e].b);
        EXPECT_EQ(face_of(map, d).index, edges[e].left);
        EXPECT_EQ(face_of(map, phi2(map, d)).index, edges[e].right);
    }
}

TEST(BuildMap, a_hundred_thousand_triangles_are_built_whole) {
    const TriangleMesh mesh = make_grid(224, 224, 1, 1);
    const Map2 map = map_from_triangles(mesh, "sheet");
    ASSERT_GT(map.faces.slot_count(), 100000);
    EXPECT_EQ(find_fault(map), "");
    EXPECT_EQ(count_cells(map).euler(), 1);
    EXPECT_EQ(count_cells(map).holes, 1);
}

TEST(BuildMap, triangles_of_a_refined_map_have_no_cracks_and_the_area_of_the_leaves) {
    for (const Surface& surface : {sheet(4, 3, true), torus(true), sheet(5, 5, true, {6, 18})}) {
        Twin twin(surface);
        const auto area_of = [&](const std::vector<std::array<int, 3>>& triangles) {
            Real sum = 0, least = 1e9;
            for (const auto& [a, b, c] : triangles) {
                const auto& x = twin.position.values;
                const Real area = (x[b] - x[a]).cross(x[c] - x[a]).norm() / 2;
                sum += area;
                least = std::min(least, area);
            }
            EXPECT_GT(least, 1e-3);
            return sum;
        };
        std::vector<std::array<int, 3>> before, after;
        append_triangles(twin.map, before);
        Rng rng{9};
        for (int i = 0; i < 40; ++i) twin.step(rng, 3);
        std::vector<Face> faces;
        append_triangles(twin.map, after, &faces);
        EXPECT_NEAR(area_of(after), area_of(before), 1e-12 * area_of(before));
        EXPECT_EQ(faces.size(), after.size());
        // without cracks: the triangles are a manifold with the same holes
        PolygonList polygons;
        for (const auto& triangle : after) polygons.add(triangle);
        std::vector<int> number(twin.map.vertices.slot_count(), -1);
        int count = 0;
        for_each_vertex(twin.map, [&](Vertex v) { number[v.index] = count++; });
        for (int& corner : polygons.corners) corner = number[corner];
        const CellCounts counts = count_cells(map_from_polygons(count, polygons, "leaves"));
        EXPECT_EQ(counts.euler(), surface.euler);
        EXPECT_EQ(counts.holes, surface.holes);
    }
}

}  // namespace
}  // namespace souple
