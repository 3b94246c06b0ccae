// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/mesh_report.cpp, and of groups in mesh_files.cpp, obj_file.cpp and gltf_scene.cpp
#include <gmock/gmock.h>

#include <numbers>

#include "souple/geometry/mesh_files.h"
#include "souple/geometry/mesh_report.h"

using namespace souple;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// A sleeve around y: radius 0.1 m, 0.5 m long, open at both ends.
TriangleMesh sleeve() {
    TriangleMesh mesh;
    for (int ring = 0; ring < 6; ++ring)
        for (int k = 0; k < 24; ++k) {
            const Real turn = 2 * std::numbers::pi * k / 24;
            mesh.points.push_back({0.1 * std::cos(turn), 0.1 * ring, 0.1 * std::sin(turn)});
        }
    for (int ring = 0; ring < 5; ++ring)
        for (int k = 0; k < 24; ++k) {
            const int a = 24 * ring + k, b = 24 * ring + (k + 1) % 24;
            mesh.triangles.push_back({a, a + 24, b});
            mesh.triangles.push_back({b, a + 24, b + 24});
        }
    return mesh;
}

std::string hints_of(const TriangleMesh& mesh) {
    std::string all;
    for (const std::string& hint : inspect(mesh).hints) all += hint + "\n";
    return all;
}

}  // namespace

TEST(MeshReport, a_sleeve_has_two_borders_and_a_hole) {
    const MeshReport report = inspect(sleeve());
    EXPECT_FALSE(report.is_closed);
    EXPECT_EQ(report.components, 1u);
    ASSERT_EQ(report.borders.size(), 2u);
    EXPECT_EQ(report.holes, 1u);
    const Real length = 24 * 2 * 0.1 * std::sin(std::numbers::pi / 24);
    for (const MeshBorder& border : report.borders) {
        EXPECT_EQ(border.points.size(), 24u);
        EXPECT_NEAR(border.length, length, 1e-12);
    }
    EXPECT_NEAR(report.borders[0].centre.y() + report.borders[1].centre.y(), 0.5, 1e-12);
    EXPECT_NEAR(report.area, 0.5 * length, 1e-12);
    EXPECT_TRUE(report.hints.empty());
}

TEST(MeshReport, a_sheet_has_a_border_and_no_hole_and_a_ball_neither) {
    const MeshReport sheet = inspect(make_grid(3, 2, 1.5, 1));
    ASSERT_EQ(sheet.borders.size(), 1u);
    EXPECT_NEAR(sheet.borders[0].length, 5, 1e-12);
    EXPECT_EQ(sheet.holes, 0u);
    const MeshReport ball = inspect(make_icosphere(0.5, 3));
    EXPECT_TRUE(ball.is_closed);
    EXPECT_EQ(ball.borders.size(), 0u);
    EXPECT_NEAR(ball.volume, 4.0 / 3 * std::numbers::pi / 8, 0.01);
}

TEST(MeshReport, borders_that_meet_in_a_point_are_walked_once_each) {
    // a 3 x 3 sheet without two cells that touch at a corner
    TriangleMesh mesh = make_grid(4, 4, 1, 1);
    std::erase_if(mesh.triangles, [&](const auto& t) {
        const Vec3 c = (mesh.points[t[0]] + mesh.points[t[1]] + mesh.points[t[2]]) / 3;
        return c.x() * c.z() > 0 && std::abs(c.x()) < 0.25 && std::abs(c.z()) < 0.25;
    });
    const MeshReport report = inspect(mesh);
    Real sum = 0;
    for (const MeshBorder& border : report.borders) sum += border.length;
    EXPECT_NEAR(sum, 4 + 2 * 1, 1e-12);
    EXPECT_NEAR(report.borders[0].length, 4, 1e-12);
}

TEST(MeshReport, hints_tell_units_and_what_must_be_mended) {
    TriangleMesh big = make_box_mesh({310, 400, 100});
    EXPECT_THAT(hints_of(big), HasSubstr("it is 800 m large, which looks like millimetres"));
    EXPECT_THAT(hints_of(make_box_mesh({31, 40, 10})), HasSubstr("looks like centimetres"));
    EXPECT_THAT(hints_of(make_box_mesh({1e-3, 1e-3, 1e-3})), HasSubstr("only 2 mm large"));
    TriangleMesh bad = make_box_mesh({1, 1, 1});
    std::swap(bad.triangles[0][0], bad.triangles[0][1]);
    bad.points.push_back(bad.points[0]);
    bad.triangles.push_back({1, 1, 2});
    bad.triangles.push_back({bad.triangles[3][0], bad.triangles[3][1], 7});
    EXPECT_THAT(hints_of(bad), HasSubstr("triangles have no area"));
    EXPECT_THAT(hints_of(bad), HasSubstr("edges join triangles that face opposite ways"));
    EXPECT_THAT(hints_of(bad), HasSubstr("1 points lie exactly on others"));
    EXPECT_THAT(hints_of(bad), HasSubstr("1 points belong to no triangle"));
    EXPECT_THAT(hints_of(bad), HasSubstr("more than two triangles"));
}

TEST(MeshGroups, an_obj_s_groups_are_the_points_of_their_faces) {
    const std::string text =
        "o shirt\nv 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 2 0 0\n"
        "g collar hem\nf 1 2 3\ng hem\nf 1 3 4\ng off\nf 2 5 3\ng\nf 3 2 1\n";
    const GroupedMesh file = load_grouped_mesh_from_bytes(MeshFormat::Obj, text, "shirt.obj");
    ASSERT_EQ(file.groups.size(), 3u);
    EXPECT_EQ(file.groups[0].name, "collar");
    EXPECT_THAT(file.groups[0].points, ElementsAre(0, 1, 2));
    EXPECT_THAT(file.groups[1].points, ElementsAre(0, 1, 2, 3));
    EXPECT_EQ(file.groups[2].name, "shirt");
    EXPECT_EQ(file.groups[2].points.size(), 5u);
}

TEST(MeshGroups, a_gltf_s_groups_are_nodes_and_attributes_after_welding) {
    // two triangles that share a side, each with corners of its own; `_collar` is 1 on the first side
    const std::string json = R"({ "asset": { "version": "2.0" }, "scenes": [ { "nodes": [0] } ], "scene": 0,
        "nodes": [ { "mesh": 0, "name": "shirt" } ],
        "meshes": [ { "primitives": [ { "attributes": { "POSITION": 0, "_collar": 1 } } ] } ],
        "accessors": [ { "bufferView": 0, "componentType": 5126, "count": 6, "type": "VEC3" },
                       { "bufferView": 1, "componentType": 5126, "count": 6, "type": "SCALAR" } ],
        "bufferViews": [ { "buffer": 0, "byteLength": 72 }, { "buffer": 0, "byteOffset": 72, "byteLength": 24 } ],
        "buffers": [ { "byteLength": 96, "uri": "data:application/octet-stream;base64,)";
    const std::vector<float> numbers{0, 0, 0, 1, 0, 0, 0, 1, 0,     1, 0, 0,
                                     1, 1, 0, 0, 1, 0, 1, 0, 0.75f, 0, 0, 0.5f};
    std::string bytes(reinterpret_cast<const char*>(numbers.data()), 96), base64;
    const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned word = 0;
        for (std::size_t k = 0; k < 3; ++k) word = word << 8 | static_cast<std::uint8_t>(bytes[i + k]);
        for (int k = 0; k < 4; ++k) base64 += digits[word >> (18 - 6 * k) & 63u];
    }
    const GroupedMesh file =
        load_grouped_mesh_from_bytes(MeshFormat::Gltf, json + base64 + "\" } ] }", "shirt.gltf");
    EXPECT_EQ(file.mesh.points.size(), 4u);
    ASSERT_EQ(file.groups.size(), 2u);
    EXPECT_EQ(file.groups[0].name, "collar");
    EXPECT_THAT(file.groups[0].points, ElementsAre(0, 2));
    EXPECT_EQ(file.groups[1].name, "shirt");
    EXPECT_THAT(file.groups[1].points, ElementsAre(0, 1, 2, 3));
}
