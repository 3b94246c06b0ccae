// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/io/export_glb.cpp: what is written is read back by the engine's own glTF reader
#include <gmock/gmock.h>

#include <cstdlib>

#include "io/export_films.h"
#include "souple/core/read_file.h"
#include "souple/geometry/gltf_document.h"
#include "souple/geometry/mesh_files.h"

using namespace souple;
using namespace souple::test;

namespace {

using ExportGlb = ExportTest;

GltfDocument document_of(const std::string& path) { return read_gltf(read_whole_file(path), path, {}); }

Real area_of(const std::vector<Vec3>& points, const std::vector<std::array<int, 3>>& triangles) {
    Real sum = 0;
    const TriangleMesh mesh{points, triangles};
    for (std::size_t t = 0; t < triangles.size(); ++t) sum += area(mesh, static_cast<int>(t));
    return sum;
}

/// Every film a validator should see.
std::vector<std::pair<std::string, Film>> films() {
    return {
        {"cloth", cloth_film(12)},    {"box", box_film(12, 3)},   {"curves", curves_film(12)},
        {"growing", growing_film(8)}, {"torn", growing_film(90)}, {"slow", growing_film(9, 3)},
        {"mixed", mixed_film(6)},     {"still", cloth_film(1)},   {"empty", film_of(3, [](Frame&, int) {})}};
}

}  // namespace

TEST_F(ExportGlb, cloth_comes_back_at_every_frame) {
    const Film film = cloth_film(20);
    const ExportResult result = export_glb(film, {.path = path("cloth.glb"), .thinning = 0});
    EXPECT_EQ(content(), std::vector<std::string>{"cloth.glb"});
    EXPECT_EQ(result.bytes, static_cast<std::int64_t>(fs::file_size(path("cloth.glb"))));
    const MeshSequence sequence = load_sequence(path("cloth.glb"));
    ASSERT_EQ(sequence.times.size(), 20u);
    EXPECT_EQ(sequence.triangles, film.frame(0).surfaces[0].triangles);
    for (int i = 0; i < 20; ++i) {
        EXPECT_NEAR(sequence.times[i], i / 30.0, 1e-6);
        EXPECT_LT(farthest(sequence.points[i], film.frame(i).surfaces[0].positions), 1e-6) << i;
    }
}

TEST_F(ExportGlb, thinned_cloth_stays_within_a_ten_thousandth_of_its_size) {
    // slow motion: most frames say nothing new
    const Film film =
        film_of(200, [](Frame& frame, int) { frame.surfaces = {waving_cloth(0.1 * frame.time)}; });
    export_glb(film, {.path = path("cloth.glb")});
    const MeshSequence sequence = load_sequence(path("cloth.glb"));
    EXPECT_LT(sequence.times.size(), 70u);
    EXPECT_GT(sequence.times.size(), 5u);
    std::vector<Vec3> points;
    Real worst = 0;
    for (int i = 0; i < 200; ++i) {
        points_at(sequence, i / 30.0, points);
        worst = std::max(worst, farthest(points, film.frame(i).surfaces[0].positions));
    }
    EXPECT_LT(worst, 1.9e-4);  // 1e-4 of the diagonal, about 1.85 m
    EXPECT_GT(worst, 1e-6);
}

TEST_F(ExportGlb, rigid_box_moves_as_a_node_and_keeps_one_mesh) {
    const Film film = box_film(30, 2);
    export_glb(film, {.path = path("box.glb"), .thinning = 0});
    const GltfDocument document = document_of(path("box.glb"));
    EXPECT_EQ(document.count("meshes"), 1u);
    EXPECT_EQ(document.count("nodes"), 2u);
    const MeshSequence sequence = load_sequence(path("box.glb"));
    ASSERT_EQ(sequence.times.size(), 30u);
    const TriangleMesh mesh = make_box_mesh({0.1, 0.2, 0.3});
    for (int i = 0; i < 30; ++i) {
        std::vector<Vec3> expected;
        for (int k = 0; k < 2; ++k)
            for (const Vec3& p : mesh.points) expected.push_back(box_pose(i / 30.0, k).to_world(p));
        EXPECT_LT(farthest(sequence.points[i], expected), 1e-5) << i;
    }
}

TEST_F(ExportGlb, evenly_moving_box_needs_two_keys) {
    const Film film = film_of(100, [](Frame& frame, int) {
        frame.instances = {moving_boxes(0)};
        frame.instances[0].poses = {
            {Vec3(frame.time, 1, 0), Quat(Eigen::AngleAxis<Real>(0.3 * frame.time, Vec3::UnitX()))}};
    });
    export_glb(film, {.path = path("box.glb")});
    EXPECT_EQ(load_sequence(path("box.glb")).times.size(), 2u);
}

TEST_F(ExportGlb, things_at_rest_are_not_animated) {
    const Film film = film_of(50, [](Frame& frame, int) {
        frame.surfaces = {waving_cloth(0)};
        frame.instances = {moving_boxes(0)};
    });
    export_glb(film, {.path = path("rest.glb")});
    EXPECT_EQ(document_of(path("rest.glb")).count("animations"), 0u);
}

TEST_F(ExportGlb, changing_topology_shows_each_mesh_in_its_time) {
    const Film film = growing_film(10);
    export_glb(film, {.path = path("grow.glb")});
    EXPECT_EQ(document_of(path("grow.glb")).count("meshes"), 10u);
    const MeshSequence sequence = load_sequence(path("grow.glb"));
    ASSERT_EQ(sequence.times.size(), 10u);
    for (int i = 0; i < 10; ++i) {
        const SurfaceView cloth = film.frame(i).surfaces[0];
        EXPECT_NEAR(area_of(sequence.points[i], sequence.triangles),
                    area_of(cloth.positions, cloth.triangles), 1e-5);
    }
    // without an animation the first mesh is seen
    const TriangleMesh rest = load_mesh(path("grow.glb"));
    const SurfaceView first = film.frame(0).surfaces[0];
    EXPECT_NEAR(area_of(rest.points, rest.triangles), area_of(first.positions, first.triangles), 1e-5);
}

TEST_F(ExportGlb, a_topology_that_lasts_is_one_morphing_mesh) {
    const Film film = growing_film(12, 4);
    export_glb(film, {.path = path("grow.glb"), .thinning = 0});
    const GltfDocument document = document_of(path("grow.glb"));
    ASSERT_EQ(document.count("meshes"), 3u);
    EXPECT_EQ(document.item("meshes", 0)["primitives"][0]["targets"].size(), 3u);
}

TEST_F(ExportGlb, at_most_sixty_meshes_show_a_topology_that_never_rests) {
    export_glb(growing_film(150), {.path = path("grow.glb")});
    EXPECT_EQ(document_of(path("grow.glb")).count("meshes"), 60u);
    const MeshSequence sequence = load_sequence(path("grow.glb"));
    for (const auto& points : sequence.points) EXPECT_NEAR(area_of(points, sequence.triangles), 1.6, 0.4);
}

TEST_F(ExportGlb, curves_are_lines_and_points_are_points) {
    const Film film = mixed_film(5);
    export_glb(film, {.path = path("all.glb"), .thinning = 0});
    const GltfDocument document = document_of(path("all.glb"));
    std::map<std::string, nlohmann::json> primitives;
    for (std::size_t i = 0; i < document.count("meshes"); ++i)
        primitives[document.item("meshes", i)["name"]] = document.item("meshes", i)["primitives"][0];
    EXPECT_EQ(primitives["cloth"]["mode"], 4);
    EXPECT_EQ(primitives["strands"]["mode"], 1);
    EXPECT_EQ(primitives["drops"]["mode"], 0);
    EXPECT_TRUE(primitives["discs"]["attributes"].contains("NORMAL"));
    EXPECT_TRUE(primitives["cloth"]["attributes"].contains("COLOR_0"));
    EXPECT_EQ(read_accessor(document, primitives["strands"]["indices"], 1).size(), 3u * 4u * 2u);
    const auto numbers = read_accessor(document, primitives["strands"]["attributes"]["POSITION"], 3);
    const auto moved = read_accessor(document, primitives["strands"]["targets"][3]["POSITION"], 3);
    const std::vector<Vec3> last = film.frame(4).curves[0].positions;
    for (std::size_t i = 0; i < last.size(); ++i)
        for (std::size_t axis = 0; axis < 3; ++axis)
            EXPECT_NEAR(numbers[3 * i + axis] + moved[3 * i + axis], last[i][static_cast<int>(axis)], 1e-6);
}

TEST_F(ExportGlb, hairs_are_left_out_unless_some_are_asked_for) {
    const Film film = film_of(3, [](Frame& frame, int) {
        frame.curves = {swinging_curves(frame.time), swinging_curves(frame.time, 40)};
        frame.curves[1].head.name = "head/strands";
        frame.curves[1].kind = CurvesKind::Hairs;
    });
    export_glb(film, {.path = path("guides.glb")});
    EXPECT_EQ(document_of(path("guides.glb")).count("meshes"), 1u);
    export_glb(film, {.path = path("hairs.glb"), .hairs = 10});
    const GltfDocument document = document_of(path("hairs.glb"));
    ASSERT_EQ(document.count("meshes"), 2u);
    const nlohmann::json& primitive = document.item("meshes", 1)["primitives"][0];
    EXPECT_EQ(read_accessor(document, primitive["indices"], 1).size(), 10u * 4u * 2u);
}

TEST_F(ExportGlb, a_thing_that_comes_and_goes_is_hidden_by_its_scale) {
    const Film film = film_of(6, [](Frame& frame, int index) {
        frame.surfaces = {waving_cloth(0)};
        if (index >= 2 && index < 4) frame.instances = {moving_boxes(0)};
    });
    export_glb(film, {.path = path("box.glb")});
    const MeshSequence sequence = load_sequence(path("box.glb"));
    const SurfaceView cloth = waving_cloth(0);
    const Real alone = area_of(cloth.positions, cloth.triangles), box = 8 * (0.02 + 0.06 + 0.03);
    ASSERT_EQ(sequence.times.size(), 3u);
    EXPECT_NEAR(area_of(sequence.points[0], sequence.triangles), alone, 1e-5);
    EXPECT_NEAR(area_of(sequence.points[1], sequence.triangles), alone + box, 1e-5);
    EXPECT_NEAR(area_of(sequence.points[2], sequence.triangles), alone, 1e-5);
}

// The validator is a program of its own; where it is not installed there is nothing to ask.
TEST_F(ExportGlb, khronos_validator_finds_no_error) {
    std::string command = std::string("node ") + SOUPLE_SOURCE_DIR + "/tools/validate_glb";
    for (const auto& [name, film] : films()) {
        export_glb(film, {.path = path(name + ".glb")});
        command += " '" + path(name + ".glb") + "'";
    }
    const int code = std::system(command.c_str());
    ASSERT_TRUE(WIFEXITED(code));
    if (WEXITSTATUS(code) == 3 || WEXITSTATUS(code) == 127) GTEST_SKIP() << "no validator is installed";
    EXPECT_EQ(WEXITSTATUS(code), 0);
}
